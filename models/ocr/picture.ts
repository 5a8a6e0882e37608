import sharp from 'sharp';
import { type Box, EngineError, type RasterImage } from '../ports.ts';

/**
 * Longer side, in pixels, that a picture is brought to before it is read. Below the smaller one the recogniser loses
 * small print; above the larger one it only gets slower. Chosen by measurement on specimen documents.
 */
const SIDE_MIN = 1_400;
const SIDE_MAX = 2_200;
/** More pixels than the appliance ever hands on: the recogniser answers such pictures with nothing, at gigabytes. */
const PIXELS_MAX = 50_000_000;

/** A picture as the recogniser takes it, or a part of it. */
export interface Picture {
  /** Binary PGM (netpbm P5), 8 bits: no codec on either side, and the recogniser works on grey anyway. */
  file: Uint8Array;
  /** How many of its pixels make one of the original's. */
  scale: number;
  /** Where its upper left corner lies in the original. */
  x: number;
  y: number;
}

/** Grey, scaled into the readable range. Throws `EngineError('bad_input')` where `image` is not what it says. */
export async function preparePicture(image: RasterImage): Promise<Picture> {
  assertWhole(image);
  return cut(image, { x: 0, y: 0, width: image.width, height: image.height }, chooseScale(image), false);
}

/** The part of `image` under `box`, scaled by `scale`, with its grey values stretched to the full range. */
export function prepareCrop(image: RasterImage, box: Box, scale: number): Promise<Picture> {
  return cut(image, box, scale, true);
}

async function cut(image: RasterImage, box: Box, scale: number, stretchGrey: boolean): Promise<Picture> {
  const width = Math.max(1, Math.round(box.width * scale));
  const height = Math.max(1, Math.round(box.height * scale));
  const scaled = sharp(image.pixels, { raw: { width: image.width, height: image.height, channels: 3 } })
    .extract({ left: box.x, top: box.y, width: box.width, height: box.height })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .greyscale();
  const grey = await (stretchGrey ? scaled.normalise() : scaled).raw().toBuffer();
  const file = Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), grey]);
  return { file, scale, x: box.x, y: box.y };
}

function assertWhole(image: RasterImage): void {
  const { width, height, pixels } = image;
  const positive = Number.isInteger(width) && Number.isInteger(height) && width > 0 && height > 0;
  if (!positive || width * height > PIXELS_MAX || pixels.length !== width * height * 3) {
    throw new EngineError('bad_input', 'The picture is empty, too large, or does not hold the pixels it names.');
  }
}

function chooseScale(image: RasterImage): number {
  const side = Math.max(image.width, image.height);
  if (side < SIDE_MIN) return SIDE_MIN / side;
  if (side > SIDE_MAX) return SIDE_MAX / side;
  return 1;
}
