import type { GreyImage } from './grey.ts';

/** Half the side of the square whose mean a pixel is held against. */
const WINDOW_RADIUS_PIXELS = 12;
/** Ink is darker than its surroundings by so many grey values, and by this share of them: security print is paler. */
const CONTRAST_MIN = 28;
const MEAN_SHARE_MAX = 0.8;

/** 1 where a pixel is ink, 0 where it is ground; row by row. */
export interface InkMask {
  width: number;
  height: number;
  ink: Uint8Array;
}

/** A rectangle of whole pixels; `right` and `bottom` are its last column and row. */
export interface Span {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Marks what is clearly darker than the mean of the square around it: print, whatever the ground and the light. */
export function markInk({ width, height, values }: GreyImage): InkMask {
  const sums = integralOf(values, width, height);
  const ink = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const [top, bottom] = [Math.max(0, y - WINDOW_RADIUS_PIXELS), Math.min(height, y + WINDOW_RADIUS_PIXELS + 1)];
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.max(0, x - WINDOW_RADIUS_PIXELS), Math.min(width, x + WINDOW_RADIUS_PIXELS + 1)];
      const mean = sumIn(sums, width, { left, right, top, bottom }) / ((right - left) * (bottom - top));
      const value = values[y * width + x] ?? 0;
      if (value < mean - CONTRAST_MIN && value < mean * MEAN_SHARE_MAX) ink[y * width + x] = 1;
    }
  }
  return { width, height, ink };
}

/** Share of ink, 0..1, in the part of a span that lies inside the mask; 0 where none does. */
export function inkShare({ width, height, ink }: InkMask, { left, right, top, bottom }: Span): number {
  let marked = 0;
  let count = 0;
  for (let y = Math.max(0, top); y <= Math.min(height - 1, bottom); y++)
    for (let x = Math.max(0, left); x <= Math.min(width - 1, right); x++) {
      marked += ink[y * width + x] ?? 0;
      count += 1;
    }
  return count === 0 ? 0 : marked / count;
}

/** Sums over all pixels above and left of each corner: (width + 1) * (height + 1) numbers. */
function integralOf(values: Uint8Array, width: number, height: number): Float64Array {
  const stride = width + 1;
  const sums = new Float64Array(stride * (height + 1));
  for (let y = 0; y < height; y++) {
    let row = 0;
    for (let x = 0; x < width; x++) {
      row += values[y * width + x] ?? 0;
      sums[(y + 1) * stride + x + 1] = (sums[y * stride + x + 1] ?? 0) + row;
    }
  }
  return sums;
}

/** Here `right` and `bottom` are one past the last pixel. */
function sumIn(sums: Float64Array, width: number, { left, right, top, bottom }: Span): number {
  const at = (x: number, y: number): number => sums[y * (width + 1) + x] ?? 0;
  return at(right, bottom) - at(left, bottom) - at(right, top) + at(left, top);
}
