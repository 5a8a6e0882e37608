import sharp, { type Sharp } from 'sharp';
import type { Box, Point, RasterImage } from '../ports.ts';
import type { GreyImage } from '../quality/grey.ts';

/** Four bytes a pixel, row by row. */
export interface RgbaImage {
  width: number;
  height: number;
  pixels: Uint8Array;
}

/** What lies outside of a turned part: neither bar nor space. */
const GROUND = { r: 128, g: 128, b: 128 };

/** With four channels, as the reader takes pictures. */
export async function toRgba(image: RasterImage): Promise<RgbaImage> {
  const { width, height, pixels } = image;
  const { data } = await rawOf(sharp(pixels, { raw: { width, height, channels: 3 } }).ensureAlpha());
  return { width, height, pixels: data };
}

/** A grey picture with four channels; `sharpenPixels`: the deviation of an unsharp mask, none where it is 0. */
export async function greyToRgba(grey: GreyImage, sharpenPixels: number): Promise<RgbaImage> {
  const plain = fromGrey(grey);
  const sharper = sharpenPixels > 0 ? plain.sharpen({ sigma: sharpenPixels, m1: 4, m2: 4 }).normalise() : plain;
  const { data, info } = await rawOf(sharper.toColourspace('srgb').ensureAlpha());
  return { width: info.width, height: info.height, pixels: data };
}

/** Grey, with so many pixels on the longer side. */
export async function toGrey(image: RasterImage, sidePixels: number): Promise<GreyImage> {
  const { width, height, pixels } = image;
  const scaled = sharp(pixels, { raw: { width, height, channels: 3 } })
    .greyscale()
    .resize({ width: sidePixels, height: sidePixels, fit: 'inside' });
  return asGrey(await rawOf(scaled));
}

/** The box of a picture in grey, enlarged so many times. */
export async function cropGrey(image: RasterImage, box: Box, times: number): Promise<GreyImage> {
  const { width, height, pixels } = image;
  const part = sharp(pixels, { raw: { width, height, channels: 3 } })
    .extract({ left: box.x, top: box.y, width: box.width, height: box.height })
    .greyscale()
    .resize({ width: Math.round(box.width * times), height: Math.round(box.height * times), fit: 'fill' });
  return asGrey(await rawOf(part));
}

/** `grey` turned by `degrees` clockwise on a larger ground, and where its points were before. */
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

/** One channel, whatever the library made of it. */
function asGrey({ data, info }: Awaited<ReturnType<typeof rawOf>>): GreyImage {
  const { width, height, channels } = info;
  if (channels === 1) return { width, height, values: data };
  const values = new Uint8Array(width * height);
  for (let i = 0; i < values.length; i++) values[i] = data[i * channels] ?? 0;
  return { width, height, values };
}
