import type { TurnedPicture } from './turned.ts';

/** Height of the capitals, in pixels, that the ridge filter is made for; it answers from 5 to 7.5. */
export const RIDGE_CAPITALS = 6;
/** Half of the width along which the strokes are gathered: three capitals. */
const REACH = 9;
/** A stroke counts no more than this, so that one hard edge does not outweigh a line of text. */
const STROKE_MAX = 64;
/** Rows from a line's middle: its own, and the gap to the next line (ICAO Doc 9303: lines 4.23 mm apart, capitals 2.4). */
const OWN = 2;
const GAP_FROM = 4;
const GAP_TO = 6;
/** Strokes weaker than this, in grey values, are the grain of the paper. */
const GRAIN = 2.5;
/** How much more a line must have than its gaps, of the sum of both. */
const CONTRAST_MIN = 0.18;

/**
 * Marks (1) the pixels in the middle of horizontal lines of text with capitals of about `RIDGE_CAPITALS` pixels: where
 * there are more upright strokes than in the gaps above and below, however strong they are.
 */
export function markRidges(picture: TurnedPicture): Uint8Array {
  const { width, height } = picture.grey;
  const strokes = gatherStrokes(picture);
  const own = new Int32Array(width);
  const above = new Int32Array(width);
  const below = new Int32Array(width);
  const marks = new Uint8Array(width * height);
  const perOwn = 1 / ((2 * OWN + 1) * (2 * REACH + 1));
  const perGap = 1 / ((GAP_TO - GAP_FROM + 1) * (2 * REACH + 1));
  for (let y = -GAP_TO; y < height; y++) {
    slide(strokes, width, height, own, y + OWN, y - OWN - 1);
    slide(strokes, width, height, above, y - GAP_FROM, y - GAP_TO - 1);
    slide(strokes, width, height, below, y + GAP_TO, y + GAP_FROM - 1);
    if (y < 0) continue;
    const base = y * width;
    for (let x = 0; x < width; x++) {
      const line = (own[x] ?? 0) * perOwn;
      const gap = Math.max(above[x] ?? 0, below[x] ?? 0) * perGap;
      if (line - gap > CONTRAST_MIN * (line + gap + 2 * GRAIN)) marks[base + x] = 1;
    }
  }
  return marks;
}

function slide(rows: Uint16Array, width: number, height: number, sums: Int32Array, enter: number, leave: number): void {
  if (enter >= 0 && enter < height) {
    const base = enter * width;
    for (let x = 0; x < width; x++) sums[x] = (sums[x] ?? 0) + (rows[base + x] ?? 0);
  }
  if (leave >= 0 && leave < height) {
    const base = leave * width;
    for (let x = 0; x < width; x++) sums[x] = (sums[x] ?? 0) - (rows[base + x] ?? 0);
  }
}

/** The strength of upright strokes, summed along the row within `REACH`. */
function gatherStrokes({ grey, from, to }: TurnedPicture): Uint16Array {
  const { width, height, values } = grey;
  const sums = new Uint16Array(width * height);
  const row = new Uint8Array(width + 2 * REACH + 1);
  for (let y = 0; y < height; y++) {
    const base = y * width;
    row.fill(0);
    const end = (to[y] ?? 0) - 2;
    for (let x = (from[y] ?? 0) + 2; x < end; x++) {
      const stroke = Math.abs((values[base + x + 1] ?? 0) - (values[base + x - 1] ?? 0));
      row[x + REACH] = stroke > STROKE_MAX ? STROKE_MAX : stroke;
    }
    let sum = 0;
    for (let x = -REACH; x < width; x++) {
      sum += row[x + 2 * REACH] ?? 0;
      if (x >= 0) {
        sums[base + x] = sum;
        sum -= row[x] ?? 0;
      }
    }
  }
  return sums;
}
