import sharp from 'sharp';
import { EngineError, type RasterImage } from '../ports.ts';

/**
 * Longer side, in pixels, that a picture is brought to before it is read. Below the smaller one the recogniser loses
 * small print; above the larger one it only gets slower. Chosen by measurement on specimen documents.
 */
const SIDE_MIN = 1_400;
const SIDE_MAX = 2_200;
/** More pixels than the appliance ever hands on: the recogniser answers such pictures with nothing, at gigabytes. */
const PIXELS_MAX = 50_000_000;

/** A picture as the recogniser takes it, and how many of its pixels make one of the original's. */
export interface Picture {
  /** Binary PGM (netpbm P5), 8 bits: no codec on either side, and the recogniser works on grey anyway. */
  file: Uint8Array;
  scale: number;
}

/** Grey, scaled into the readable range. Throws `EngineError('bad_input')` where `image` is not what it says. */
export async function preparePicture(image: RasterImage): Promise<Picture> {
  assertWhole(image);
  const scale = chooseScale(image);
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  const grey = await sharp(image.pixels, { raw: { width: image.width, height: image.height, channels: 3 } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .greyscale()
    .raw()
    .toBuffer();
  return { file: Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), grey]), scale };
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
