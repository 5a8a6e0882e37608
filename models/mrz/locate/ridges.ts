import type { GreyImage } from '../../quality/grey.ts';
import type { TurnedPicture } from './turned.ts';

/** Height of the capitals, in pixels, that the ridge filter is made for; it answers from 5 to 7.5. */
export const RIDGE_CAPITALS = 6;
/** Strokes are summed up over so many pixels of a row, and marks are so wide: half a capital. */
export const MARK_WIDTH = 3;
/** Strokes are gathered along so many such sums to both sides: over three capitals and a half. */
const REACH = 3;
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

/** Marks of 0 or 1, row by row; each stands for `MARK_WIDTH` pixels of its row. */
export interface Marks {
  width: number;
  height: number;
  values: Uint8Array;
}

/**
 * Marks (1) the places in the middle of horizontal lines of text with capitals of about `RIDGE_CAPITALS` pixels: where
 * there are more upright strokes than in the gaps above and below, however strong they are.
 */
export function markRidges(picture: TurnedPicture): Marks {
  const strokes = gatherStrokes(picture);
  const { width, height } = strokes;
  const [own, above, below] = [new Int32Array(width), new Int32Array(width), new Int32Array(width)];
  const values = new Uint8Array(width * height);
  const places = (2 * REACH + 1) * MARK_WIDTH;
  const perOwn = 1 / ((2 * OWN + 1) * places);
  const perGap = 1 / ((GAP_TO - GAP_FROM + 1) * places);
  for (let y = -GAP_TO; y < height; y++) {
    slide(strokes, own, y + OWN, y - OWN - 1);
    slide(strokes, above, y - GAP_FROM, y - GAP_TO - 1);
    slide(strokes, below, y + GAP_TO, y + GAP_FROM - 1);
    if (y < 0) continue;
    const base = y * width;
    for (let x = 0; x < width; x++) {
      const line = (own[x] as number) * perOwn;
      const gap = Math.max(above[x] as number, below[x] as number) * perGap;
      if (line - gap > CONTRAST_MIN * (line + gap + 2 * GRAIN)) values[base + x] = 1;
    }
  }
  return { width, height, values };
}

/** Sums of strokes, one for each mark. */
interface Strokes {
  width: number;
  height: number;
  sums: Uint16Array;
}

function slide({ width, height, sums: rows }: Strokes, sums: Int32Array, enter: number, leave: number): void {
  if (enter >= 0 && enter < height) {
    const base = enter * width;
    for (let x = 0; x < width; x++) sums[x] = (sums[x] as number) + (rows[base + x] as number);
  }
  if (leave >= 0 && leave < height) {
    const base = leave * width;
    for (let x = 0; x < width; x++) sums[x] = (sums[x] as number) - (rows[base + x] as number);
  }
}

/** The strength of upright strokes, summed along the row within `REACH`. */
function gatherStrokes({ grey, from, to }: TurnedPicture): Strokes {
  const { height } = grey;
  const width = Math.floor(grey.width / MARK_WIDTH);
  const sums = new Uint16Array(width * height);
  const row = new Uint16Array(width + 2 * REACH + 1);
  for (let y = 0; y < height; y++) {
    const first = Math.ceil(((from[y] ?? 0) + 2) / MARK_WIDTH);
    const end = Math.max(first, Math.floor(((to[y] ?? 0) - 2) / MARK_WIDTH));
    row.fill(0);
    sumStrokes(grey, y, { first, end }, row);
    let sum = 0;
    for (let x = -REACH; x < width; x++) {
      sum += row[x + 2 * REACH] as number;
      if (x < 0) continue;
      sums[y * width + x] = sum;
      sum -= row[x] as number;
    }
  }
  return { width, height, sums };
}

/** The strokes of a row, `MARK_WIDTH` at once, from the sum `first` up to, not including, `end`; into `row`, `REACH` behind. */
function sumStrokes(
  { width, values }: GreyImage,
  y: number,
  { first, end }: Record<'first' | 'end', number>,
  row: Uint16Array,
) {
  let at = y * width + first * MARK_WIDTH;
  let [before, own] = [values[at - 1] as number, values[at] as number];
  for (let x = first; x < end; x++, at += MARK_WIDTH) {
    const next = values[at + 1] as number;
    const second = values[at + 2] as number;
    const third = values[at + 3] as number;
    row[x + REACH] = strokeOf(before, next) + strokeOf(own, second) + strokeOf(next, third);
    before = second;
    own = third;
  }
}

function strokeOf(left: number, right: number): number {
  const difference = left > right ? left - right : right - left;
  return difference > STROKE_MAX ? STROKE_MAX : difference;
}
