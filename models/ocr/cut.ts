import sharp from 'sharp';
import type { GreyImage } from '../pixels/grey.ts';
import type { Box } from '../ports.ts';
import { type PgmHead, pgmHead, toPgm } from '../quality/pgm.ts';
import type { Picture } from './picture.ts';

const WHITE = 255;
/** The recogniser's boxes are tight: this margin holds the soft edge of the letters. */
const MARGIN_PIXELS = 4;

/** Returns a part inside a picture, with a white margin of its height, as a separate file. */
export function cutOut({ file }: Pick<Picture, 'file'>, box: Box): Uint8Array<ArrayBuffer> {
  return toPgm(partOf(file, box));
}

/** Does the same for `around` and a few pixels next to it, scaled to `heightPixels` without the margin. */
export async function cutOutAt(
  { file }: Pick<Picture, 'file'>,
  around: Box,
  heightPixels: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const box = widen(around, pgmHead(file));
  const { width, height, values } = partOf(file, box);
  const scale = heightPixels / box.height;
  const { data, info } = await sharp(values, { raw: { width, height, channels: 1 } })
    .resize(Math.round(width * scale), Math.round(height * scale), { fit: 'fill', kernel: 'cubic' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return toPgm({ width: info.width, height: info.height, values: data });
}

function widen(box: Box, { width, height }: PgmHead): Box {
  const [x, y] = [Math.max(0, Math.round(box.x) - MARGIN_PIXELS), Math.max(0, Math.round(box.y) - MARGIN_PIXELS)];
  const right = Math.min(width, Math.round(box.x + box.width) + MARGIN_PIXELS);
  const bottom = Math.min(height, Math.round(box.y + box.height) + MARGIN_PIXELS);
  return { x, y, width: Math.max(1, right - x), height: Math.max(1, bottom - y) };
}

function partOf(file: Uint8Array, { x, y, width, height }: Box): GreyImage {
  const { bytes, width: side } = pgmHead(file);
  const [outWidth, outHeight] = [width + 2 * height, 3 * height];
  const values = new Uint8Array(outWidth * outHeight).fill(WHITE);
  for (let row = 0; row < height; row++) {
    const from = bytes + (y + row) * side + x;
    values.set(file.subarray(from, from + width), (height + row) * outWidth + height);
  }
  return { width: outWidth, height: outHeight, values };
}
