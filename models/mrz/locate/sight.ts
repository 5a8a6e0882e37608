import type { Sighting } from './curve.ts';
import type { MrzScratch } from './kernel.ts';
import type { Plane } from './plane.ts';
import type { Columns } from './straighten.ts';

/** Capitals are looked at this many pixels high, in a strip of so many rows. */
export const CAPITALS = 10;
export const ROWS = 36;
/** In heights of the capitals: how much of a line is looked at in one place, and from one place to the next. */
const BLOCK = 5;
export const BLOCK_STEP = 2.5;
/** Strokes weaker than this, in grey values, are the grain of the paper. */
const GRAIN = 3;

/** Columns whose strokes are summed up together: blocks begin and end with them. */
const PART = BLOCK_STEP * CAPITALS;
const PARTS = BLOCK / BLOCK_STEP;

/** The upright strokes' strength along each row of a strip, summed up in parts of so many columns. Frames and rules have none. */
export interface Strokes {
  /** Of the strip. */
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

/** Mean strength in each row, from one part to before another. Plain numbers: there are very many, and a typed array has memory of its own. */
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

/** In a strip of so many columns, the middles of the blocks in which the line is looked for, one after another. */
export function blockMiddles(width: number): number[] {
  return Array.from({ length: Math.ceil(width / PART) - 1 }, (_, i) => (i + 1) * PART);
}

/** The columns that blocks with these middles, from the left, cover, and the one behind them, which the last one's strokes end at. */
export function columnsOfBlocks(middles: readonly number[]): Columns {
  return { from: (middles[0] ?? 0) - PART, to: (middles.at(-1) ?? 0) + PART + 1 };
}

/** Where the line is in the block about the column `middle`; `t` in columns, `n` in rows below the middle, at most `reach`. */
export function sightBlock(strokes: Strokes, middle: number, reach: number): Sighting {
  const part = middle / PART;
  return { t: middle, ...sightLine(profileOf(strokes, part - 1, part - 1 + PARTS), reach) };
}

/** Where, below the middle of the rows, a line of capitals stands out best from its gaps, and by how much. */
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

/** The mean of the rows whose edges are `from` and `to`. */
export function meanOf(profile: readonly number[], from: number, to: number): number {
  let sum = 0;
  const [a, b] = [Math.max(0, Math.round(from)), Math.min(ROWS, Math.round(to))];
  for (let y = a; y < b; y++) sum += profile[y] ?? 0;
  return b > a ? sum / (b - a) : 0;
}
