import sharp, { type Sharp } from 'sharp';
import type { GreyImage } from '../pixels/grey.ts';
import type { Box, Point, RasterImage } from '../ports.ts';
import { cropRaster } from '../quality/crop.ts';
import { greyOf } from '../quality/luma.ts';

/** The fill outside a turned part: neither bar nor space. */
const GROUND = { r: 128, g: 128, b: 128 };

/** Sharpens the edges of `grey` with an unsharp mask of that deviation, and stretches its contrast to the full range. */
export async function sharpenGrey(grey: GreyImage, deviationPixels: number): Promise<GreyImage> {
  const sharper = fromGrey(grey).sharpen({ sigma: deviationPixels, m1: 4, m2: 4 }).normalise();
  return asGrey(await rawOf(sharper.toColourspace('b-w')));
}

/** Returns a box of a picture in grey, enlarged by a factor. */
export async function enlargePart(image: RasterImage, box: Box, times: number): Promise<GreyImage> {
  const [width, height] = [Math.round(box.width * times), Math.round(box.height * times)];
  const part = fromGrey(greyOf(cropRaster(image, box)));
  return asGrey(await rawOf(part.resize({ width, height, fit: 'fill' }).toColourspace('b-w')));
}

/** Returns `grey` turned by `degrees` clockwise on a larger ground, and a map back to its former points. */
export async function turnGrey(
  grey: GreyImage,
  degrees: number,
): Promise<{ grey: GreyImage; before(point: Point): Point }> {
  const turned = asGrey(await rawOf(fromGrey(grey).rotate(degrees, { background: GROUND })));
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const before = ({ x, y }: Point): Point => {
    const [dx, dy] = [x - turned.width / 2, y - turned.height / 2];
    return { x: cos * dx + sin * dy + grey.width / 2, y: cos * dy - sin * dx + grey.height / 2 };
  };
  return { grey: turned, before };
}

function fromGrey({ width, height, values }: GreyImage): Sharp {
  return sharp(values, { raw: { width, height, channels: 1 } });
}

function rawOf(picture: Sharp) {
  return picture.raw().toBuffer({ resolveWithObject: true });
}

/** Keeps one channel, whatever the library returned. */
function asGrey({ data, info }: Awaited<ReturnType<typeof rawOf>>): GreyImage {
  const { width, height, channels } = info;
  if (channels === 1) return { width, height, values: data };
  const values = new Uint8Array(width * height);
  for (let i = 0; i < values.length; i++) values[i] = data[i * channels] ?? 0;
  return { width, height, values };
}
