import type { Box, RasterImage } from '../ports.ts';
import type { GreyImage } from './grey.ts';

/** The box, in whole pixels, of a picture. */
export function cropRaster({ width, pixels }: RasterImage, box: Box): RasterImage {
  return { width: box.width, height: box.height, pixels: cropRows(pixels, width, box, 3) };
}

/** The same of a grey picture. */
export function cropGrey({ width, values }: GreyImage, box: Box): GreyImage {
  return { width: box.width, height: box.height, values: cropRows(values, width, box, 1) };
}

function cropRows(from: Uint8Array, width: number, box: Box, channels: number): Uint8Array {
  const row = channels * box.width;
  const out = new Uint8Array(row * box.height);
  for (let y = 0, at = channels * (box.y * width + box.x); y < box.height; y++, at += channels * width)
    out.set(from.subarray(at, at + row), y * row);
  return out;
}
