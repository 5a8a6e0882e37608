import type { GreyImage } from '../../quality/grey.ts';
import type { Sighting } from './curve.ts';

/** Capitals are looked at this many pixels high, in a strip of so many rows. */
export const CAPITALS = 10;
export const ROWS = 36;
/** In heights of the capitals: how much of a line is looked at in one place, and from one place to the next. */
const BLOCK = 5;
export const BLOCK_STEP = 2.5;
/** Strokes weaker than this, in grey values, are the grain of the paper. */
const GRAIN = 3;

/** Sums of the upright strokes' strength along each row, up to each column: [row][column]. Frames and rules have none. */
export function sumStrokes({ width, height, values }: GreyImage): Float32Array {
  const sums = new Float32Array(height * (width + 1));
  for (let y = 0; y < height; y++) {
    const base = y * width;
    let sum = 0;
    for (let x = 0; x < width; x++) {
      const at = base + x;
      const value = values[at] ?? 0;
      const right = x + 1 < width ? (values[at + 1] ?? 0) : value;
      sum += Math.abs(right - value);
      sums[y * (width + 1) + x + 1] = sum;
    }
  }
  return sums;
}

/** Mean strength in each row, between two columns. `width`: of the strip that was summed. */
export function profileOf(sums: Float32Array, width: number, from: number, to: number): Float32Array {
  const profile = new Float32Array(ROWS);
  const [a, b] = [Math.max(0, Math.round(from)), Math.min(width, Math.round(to))];
  for (let y = 0; y < ROWS; y++) {
    const base = y * (width + 1);
    profile[y] = ((sums[base + b] ?? 0) - (sums[base + a] ?? 0)) / Math.max(1, b - a);
  }
  return profile;
}

/** Looks for the line in one block of columns after another; `t` in columns, `n` in rows below the middle, at most `reach`. */
export function sightBlocks(sums: Float32Array, width: number, reach: number): Sighting[] {
  const sightings: Sighting[] = [];
  for (let middle = (BLOCK * CAPITALS) / 2; middle < width; middle += BLOCK_STEP * CAPITALS) {
    const half = (BLOCK * CAPITALS) / 2;
    sightings.push({ t: middle, ...sightLine(profileOf(sums, width, middle - half, middle + half), reach) });
  }
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
