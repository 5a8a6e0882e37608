import type { Sighting } from './curve.ts';
import type { ZoneScratch } from './kernel.ts';
import type { Plane } from './plane.ts';

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
  /** [row][part] */
  sums: Int32Array;
}

export function sumStrokes(scratch: ZoneScratch, { width, height, at }: Plane): Strokes {
  const parts = Math.ceil(width / PART);
  const sums = scratch.take(height * parts * Int32Array.BYTES_PER_ELEMENT);
  scratch.run.sumStrokes(at, width, height, PART, sums);
  return { width, parts, sums: scratch.integers(sums, height * parts).slice() };
}

/** Mean strength in each row, from one part to before another. */
export function profileOf({ width, parts, sums }: Strokes, from = 0, to = parts): Float32Array {
  const profile = new Float32Array(ROWS);
  const columns = Math.min(width, to * PART) - from * PART;
  for (let y = 0; y < ROWS; y++) {
    let sum = 0;
    for (let i = from; i < to; i++) sum += sums[y * parts + i] as number;
    profile[y] = sum / columns;
  }
  return profile;
}

/** Looks for the line in one block of columns after another; `t` in columns, `n` in rows below the middle, at most `reach`. */
export function sightBlocks(strokes: Strokes, reach: number): Sighting[] {
  const sightings: Sighting[] = [];
  for (let part = 0; (part + 1) * PART < strokes.width; part++)
    sightings.push({ t: (part + 1) * PART, ...sightLine(profileOf(strokes, part, part + PARTS), reach) });
  return sightings;
}

/** Where, below the middle of the rows, a line of capitals stands out best from its gaps, and by how much. */
function sightLine(profile: Float32Array, reach: number): { n: number; weight: number } {
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
export function meanOf(profile: Float32Array, from: number, to: number): number {
  let sum = 0;
  const [a, b] = [Math.max(0, Math.round(from)), Math.min(ROWS, Math.round(to))];
  for (let y = a; y < b; y++) sum += profile[y] ?? 0;
  return b > a ? sum / (b - a) : 0;
}
