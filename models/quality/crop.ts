import type { Box, RasterImage } from '../ports.ts';

/** The box, in whole pixels, of a picture. */
export function cropRaster({ width, pixels }: RasterImage, box: Box): RasterImage {
  const row = 3 * box.width;
  const out = new Uint8Array(row * box.height);
  for (let y = 0, at = 3 * (box.y * width + box.x); y < box.height; y++, at += 3 * width)
    out.set(pixels.subarray(at, at + row), y * row);
  return { width: box.width, height: box.height, pixels: out };
}
