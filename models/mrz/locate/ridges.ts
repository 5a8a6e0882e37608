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

/** Strokes of one sum, of a line's own rows and of a gap's, as a mean for each pixel. */
const PLACES = (2 * REACH + 1) * MARK_WIDTH;
const PER_OWN = 1 / ((2 * OWN + 1) * PLACES);
const PER_GAP = 1 / ((GAP_TO - GAP_FROM + 1) * PLACES);
/** A line with no more is none, were its gaps empty. */
const LINE_MIN = (2 * CONTRAST_MIN * GRAIN) / (1 - CONTRAST_MIN);

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
  const { width, height, sums } = strokes;
  const values = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const [from, to] = extentAround(strokes, y);
    const own = (y + MARGIN_ROWS) * width;
    // The rows of `OWN`, and those from `GAP_FROM` to `GAP_TO`, written out: a loop over them takes twice as long.
    for (let x = from, at = own + from; x < to; x++, at++) {
      const line =
        ((sums[at - 2 * width] as number) +
          (sums[at - width] as number) +
          (sums[at] as number) +
          (sums[at + width] as number) +
          (sums[at + 2 * width] as number)) *
        PER_OWN;
      if (line <= LINE_MIN) continue;
      const above =
        (sums[at - 4 * width] as number) + (sums[at - 5 * width] as number) + (sums[at - 6 * width] as number);
      const below =
        (sums[at + 4 * width] as number) + (sums[at + 5 * width] as number) + (sums[at + 6 * width] as number);
      const gap = (above > below ? above : below) * PER_GAP;
      if (line - gap > CONTRAST_MIN * (line + gap + 2 * GRAIN)) values[y * width + x] = 1;
    }
  }
  return { width, height, values };
}

/** From the first to after the last column in which one of a line's own rows has enough strokes for it. */
function extentAround({ height, from, to }: Strokes, y: number): [number, number] {
  let [first, end] = [Infinity, 0];
  for (let row = Math.max(0, y - OWN); row <= Math.min(height - 1, y + OWN); row++) {
    first = Math.min(first, from[row] as number);
    end = Math.max(end, to[row] as number);
  }
  return [first, end];
}

/** Sums of strokes, one for each mark. */
interface Strokes {
  width: number;
  height: number;
  /** With `MARGIN_ROWS` above and below. */
  sums: Uint16Array;
  /** Of each row, the first column with as many strokes as a line's rows have at least, and the column after the last. */
  from: Int32Array;
  to: Int32Array;
}

/** Empty rows above and below the sums, as many as are looked at beyond a row. */
const MARGIN_ROWS = GAP_TO;

/** The strength of upright strokes, summed along the row within `REACH`. */
function gatherStrokes({ grey, from, to }: TurnedPicture): Strokes {
  const { height } = grey;
  const width = Math.floor(grey.width / MARK_WIDTH);
  const sums = new Uint16Array(width * (height + 2 * MARGIN_ROWS));
  const [firsts, ends] = [new Int32Array(height), new Int32Array(height)];
  const row = new Uint16Array(width + 2 * REACH + 1);
  for (let y = 0; y < height; y++) {
    const first = Math.ceil(((from[y] ?? 0) + 2) / MARK_WIDTH);
    const end = Math.max(first, Math.floor(((to[y] ?? 0) - 2) / MARK_WIDTH));
    row.fill(0);
    sumStrokes(grey, y, { first, end }, row);
    const base = (y + MARGIN_ROWS) * width;
    let sum = 0;
    let [least, most] = [width, 0];
    for (let x = -REACH; x < width; x++) {
      sum += row[x + 2 * REACH] as number;
      if (x < 0) continue;
      sums[base + x] = sum;
      if (sum > LINE_MIN * PLACES) {
        if (x < least) least = x;
        most = x + 1;
      }
      sum -= row[x] as number;
    }
    firsts[y] = least;
    ends[y] = most;
  }
  return { width, height, sums, from: firsts, to: ends };
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
