import type { Sighting } from './curve.ts';
import type { MrzScratch } from './kernel.ts';
import type { Plane } from './plane.ts';
import type { Columns } from './straighten.ts';

/** The height of capitals in pixels for this measurement, and the rows of its strip. */
export const CAPITALS = 10;
export const ROWS = 36;
/** In heights of the capitals: the length of a block, and the distance from one block to the next. */
const BLOCK = 5;
export const BLOCK_STEP = 2.5;
/** Strokes weaker than this, in grey values, are the grain of the paper. */
const GRAIN = 3;

/** Columns whose strokes are summed together: blocks begin and end with them. */
const PART = BLOCK_STEP * CAPITALS;
const PARTS = BLOCK / BLOCK_STEP;

/** The strength of vertical strokes along each row of a strip, summed over parts of this many columns. Frames and rules have none. */
export interface Strokes {
  /** The strip's width. */
  width: number;
  parts: number;
  /** [part][row] */
  sums: Int32Array;
}

export function sumStrokes(scratch: MrzScratch, { width, at }: Plane): Strokes {
  const parts = Math.ceil(width / PART);
  const sums = scratch.take(ROWS * parts * Int32Array.BYTES_PER_ELEMENT);
  scratch.run.sumStrokes(at, width, ROWS, PART, sums);
  return { width, parts, sums: scratch.integers(sums, ROWS * parts).slice() };
}

/**
 * Returns the mean strength in each row, from one part up to, not including, another. Plain numbers, because there are
 * very many: a typed array has separate memory.
 */
export function profileOf({ width, parts, sums }: Strokes, from = 0, to = parts): number[] {
  const columns = Math.min(width, to * PART) - from * PART;
  const profile: number[] = [];
  for (let y = 0; y < ROWS; y++) {
    let sum = 0;
    for (let at = from * ROWS + y; at < to * ROWS; at += ROWS) sum += sums[at] as number;
    profile.push(Math.fround(sum / columns));
  }
  return profile;
}

/** Returns the middles of the consecutive blocks in which the line is searched, in a strip of this many columns. */
export function blockMiddles(width: number): number[] {
  return Array.from({ length: Math.ceil(width / PART) - 1 }, (_, i) => (i + 1) * PART);
}

/** Returns the columns that blocks with these middles cover, from the left, and the one after them, where the last one's strokes end. */
export function columnsOfBlocks(middles: readonly number[]): Columns {
  return { from: (middles[0] ?? 0) - PART, to: (middles.at(-1) ?? 0) + PART + 1 };
}

/** Returns where the line is in the block around the column `middle`; `t` in columns, `n` in rows below the middle, at most `reach`. */
export function sightBlock(strokes: Strokes, middle: number, reach: number): Sighting {
  const part = middle / PART;
  return { t: middle, ...sightLine(profileOf(strokes, part - 1, part - 1 + PARTS), reach) };
}

/** Returns where, relative to the middle row, a line of capitals contrasts best with its gaps, and by how much. */
function sightLine(profile: readonly number[], reach: number): { n: number; weight: number } {
  const [own, gap] = [CAPITALS / 2 - 1, 4];
  const matches: number[] = [];
  const lowest = Math.ceil(ROWS / 2 - reach);
  const highest = Math.floor(ROWS / 2 + reach);
  for (let middle = lowest; middle <= highest; middle++) {
    const line = meanOf(profile, middle - own, middle + own);
    const above = meanOf(profile, middle - own - 2 - gap, middle - own - 2);
    const below = meanOf(profile, middle + own + 2, middle + own + 2 + gap);
    const quiet = Math.max(above, below);
    matches.push(Math.max(0, (line - quiet) / (line + quiet + GRAIN)));
  }
  const best = matches.reduce((top, match, i) => (match > (matches[top] ?? 0) ? i : top), 0);
  const [before, at, after] = [matches[best - 1] ?? 0, matches[best] ?? 0, matches[best + 1] ?? 0];
  const curvature = 2 * at - before - after;
  const inside = best > 0 && best < matches.length - 1;
  const part = inside && curvature > 0 ? Math.max(-0.5, Math.min(0.5, (after - before) / (2 * curvature))) : 0;
  return { n: lowest + best + part - ROWS / 2, weight: at };
}

/** Returns the mean of the rows between the edges `from` and `to`. */
export function meanOf(profile: readonly number[], from: number, to: number): number {
  let sum = 0;
  const [a, b] = [Math.max(0, Math.round(from)), Math.min(ROWS, Math.round(to))];
  for (let y = a; y < b; y++) sum += profile[y] ?? 0;
  return b > a ? sum / (b - a) : 0;
}
