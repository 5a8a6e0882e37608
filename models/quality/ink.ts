import type { GreyImage } from './grey.ts';

/** Half the side of the square whose mean a pixel is held against. */
export const WINDOW_RADIUS_PIXELS = 12;
/** Ink is darker than its surroundings by so many grey values, and by this share of them: security print is paler. */
export const CLEAR = { contrastMin: 28, meanShareMax: 0.8 };
/** The same of pale ink: security print, but small labels too, most letters of which have some clear ink in them. */
const PALE = { contrastMin: 14, meanShareMax: 0.9 };
export const PALE_INK = 2;

/** 1 where a pixel is ink, 0 where it is ground, `PALE_INK` where it is pale and that was asked for; row by row. */
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

/** Marks what is clearly darker than the mean of the square around it: print, whatever the ground and the light. `pale`: pale ink too. */
export function markInk({ width, height, values }: GreyImage, pale = false): InkMask {
  const ink = new Uint8Array(width * height);
  const columns = new Int32Array(width + 2 * WINDOW_RADIUS_PIXELS + 2);
  for (let row = 0; row < Math.min(height, WINDOW_RADIUS_PIXELS); row++) addRow(columns, values, row * width, width);
  for (let y = 0; y < height; y++) {
    const [enter, leave] = [y + WINDOW_RADIUS_PIXELS, y - WINDOW_RADIUS_PIXELS - 1];
    if (enter < height) addRow(columns, values, enter * width, width);
    if (leave >= 0) takeRow(columns, values, leave * width, width);
    const rows = Math.min(height - 1, enter) - Math.max(0, leave + 1) + 1;
    markRow(ink, values, y * width, width, columns, rows, pale);
  }
  return { width, height, ink };
}

function addRow(columns: Int32Array, values: Uint8Array, base: number, width: number): void {
  for (let x = 0; x < width; x++) {
    const to = x + WINDOW_RADIUS_PIXELS + 1;
    columns[to] = (columns[to] as number) + (values[base + x] as number);
  }
}

function takeRow(columns: Int32Array, values: Uint8Array, base: number, width: number): void {
  for (let x = 0; x < width; x++) {
    const to = x + WINDOW_RADIUS_PIXELS + 1;
    columns[to] = (columns[to] as number) - (values[base + x] as number);
  }
}

/**
 * `columns`: of each column, the sum over the `rows` of the square, with nothing before the first and after the last. Sums are compared in place
 * of means: most pixels are ground, and a division takes longer than all the rest.
 */
function markRow(
  ink: Uint8Array,
  values: Uint8Array,
  base: number,
  width: number,
  columns: Int32Array,
  rows: number,
  pale: boolean,
): void {
  const { contrastMin, meanShareMax } = pale ? PALE : CLEAR;
  const side = 2 * WINDOW_RADIUS_PIXELS + 1;
  let sum = 0;
  for (let i = 1; i < side; i++) sum += columns[i] as number;
  for (let x = 0; x < width; x++) {
    sum += (columns[x + side] as number) - (columns[x] as number);
    const across = Math.min(width - 1, x + WINDOW_RADIUS_PIXELS) - Math.max(0, x - WINDOW_RADIUS_PIXELS) + 1;
    const area = across * rows;
    const value = (values[base + x] as number) * area;
    if (value >= meanShareMax * sum || value >= sum - contrastMin * area) continue;
    const isClear = value < CLEAR.meanShareMax * sum && value < sum - CLEAR.contrastMin * area;
    ink[base + x] = isClear ? 1 : PALE_INK;
  }
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
