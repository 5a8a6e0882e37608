import type { GreyImage } from '../../quality/grey.ts';
import { type Pyramid, shrinkPyramid } from './pyramid.ts';

/** Between two turns that are tried; lines up to half of it aslant are found. */
const STEP_DEGREES = 15;
const COUNT = 180 / STEP_DEGREES;
/** A turn with less than this share of the likeliest one's votes is not tried: the lines of a page mostly run one way. */
const VOTES_SHARE_MIN = 0.75;
/** Longer side, in pixels, at which the lines of text are looked at. On 275 documents it tells the same turn as 480 and 240 together. */
const SIDE = 320;
/** Directions are measured in squares of so many pixels a side, each with those that touch it. */
const CELL = 4;
/** Half of the square over which the strokes' density is measured, twice. */
const BLUR = 2;

/**
 * The turns, in degrees clockwise, at which text may well run, likeliest first: where most lines run, as the structure
 * tensor of the strokes' density tells (Bigun and Granlund, "Optimal orientation detection of linear symmetry", 1987).
 */
export function orderTurns(pyramid: Pyramid): number[] {
  const votes = countVotes(shrinkPyramid(pyramid, Math.max(1, Math.max(pyramid.width, pyramid.height) / SIDE)));
  const turns = Array.from({ length: COUNT }, (_, i) => i);
  const score = (i: number): number => votes[i] ?? 0;
  const sorted = turns.sort((a, b) => score(b) - score(a));
  const least = VOTES_SHARE_MIN * score(sorted[0] ?? 0);
  return sorted.filter((i) => score(i) >= least).map((i) => i * STEP_DEGREES);
}

/** Of each turn, how much runs that way. */
function countVotes(grey: GreyImage): Float64Array {
  const { width, height } = grey;
  const density = blur(blur(strokes(grey), width, height), width, height);
  const cells = sumTensors(density, width, height);
  const votes = new Float64Array(COUNT);
  for (let y = 1; y < cells.height - 1; y++) {
    for (let x = 1; x < cells.width - 1; x++) {
      const [a, b, e] = tensorAround(cells, x, y);
      if (e < 1) continue;
      const coherence = Math.sqrt(a * a + b * b) / e;
      const weight = coherence * coherence * Math.sqrt(e);
      const degrees = (Math.atan2(b, a) * 90) / Math.PI + 90;
      const at = Math.round(degrees / STEP_DEGREES) % COUNT;
      votes[at] = (votes[at] as number) + weight;
    }
  }
  return votes;
}

/** A stroke counts no more than this, so that one hard edge does not outweigh a line of text. */
const STROKE_MAX = 64;

/** Strength of strokes in any direction. */
function strokes({ width, height, values }: GreyImage): Float32Array {
  const out = new Float32Array(width * height);
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++) {
      const dx = (values[i + 1] as number) - (values[i - 1] as number);
      const dy = (values[i + width] as number) - (values[i - width] as number);
      const squared = dx * dx + dy * dy;
      out[i] = squared >= STROKE_MAX * STROKE_MAX ? STROKE_MAX : Math.sqrt(squared);
    }
  }
  return out;
}

/** Of each cell, the sums of the gradient's doubled angle, as two numbers, and of its square. */
interface Cells {
  width: number;
  height: number;
  sums: Float32Array;
}

const NUMBERS = 3;

function sumTensors(density: Float32Array, width: number, height: number): Cells {
  const [across, down] = [Math.floor(width / CELL), Math.floor(height / CELL)];
  const sums = new Float32Array(across * down * NUMBERS);
  for (let y = 1; y < Math.min(height - 1, down * CELL); y++) {
    const row = Math.floor(y / CELL) * across;
    for (let x = 0; x < across; x++) addCell(density, width, y * width + x * CELL, sums, (row + x) * NUMBERS);
  }
  return { width: across, height: down, sums };
}

/** Adds one row of a cell, which begins at `from`. At the picture's sides it looks into the next row, which hardly counts. */
function addCell(density: Float32Array, width: number, from: number, sums: Float32Array, to: number): void {
  let even = 0;
  let odd = 0;
  let energy = 0;
  for (let i = from; i < from + CELL; i++) {
    const dx = (density[i + 1] as number) - (density[i - 1] as number);
    const dy = (density[i + width] as number) - (density[i - width] as number);
    even += dx * dx - dy * dy;
    odd += 2 * dx * dy;
    energy += dx * dx + dy * dy;
  }
  sums[to] = (sums[to] as number) + even;
  sums[to + 1] = (sums[to + 1] as number) + odd;
  sums[to + 2] = (sums[to + 2] as number) + energy;
}

/** The mean over a cell and those that touch it. */
function tensorAround({ width, sums }: Cells, x: number, y: number): [number, number, number] {
  let [even, odd, energy] = [0, 0, 0];
  for (let row = y - 1; row <= y + 1; row++) {
    for (let at = (row * width + x - 1) * NUMBERS; at < (row * width + x + 2) * NUMBERS; at += NUMBERS) {
      even += sums[at] as number;
      odd += sums[at + 1] as number;
      energy += sums[at + 2] as number;
    }
  }
  const pixels = 9 * CELL * CELL;
  return [even / pixels, odd / pixels, energy / pixels];
}

/** The mean over a square of 2 * `BLUR` + 1 pixels a side; what lies outside counts as 0. */
function blur(plane: Float32Array, width: number, height: number): Float32Array {
  const size = 2 * BLUR + 1;
  const out = new Float32Array(plane.length);
  const sums = new Float32Array(width);
  const across = new Float32Array(plane.length);
  for (let y = 0; y < height; y++) {
    const base = y * width;
    let sum = 0;
    for (let x = 0; x < BLUR; x++) sum += plane[base + x] as number;
    for (let x = 0; x < width; x++) {
      if (x + BLUR < width) sum += plane[base + x + BLUR] as number;
      across[base + x] = sum / (size * size);
      if (x >= BLUR) sum -= plane[base + x - BLUR] as number;
    }
  }
  for (let y = -BLUR; y < height; y++) {
    const enter = (y + BLUR) * width;
    if (y + BLUR < height)
      for (let x = 0; x < width; x++) sums[x] = (sums[x] as number) + (across[enter + x] as number);
    if (y < 0) continue;
    out.set(sums, y * width);
    const leave = (y - BLUR) * width;
    if (y >= BLUR) for (let x = 0; x < width; x++) sums[x] = (sums[x] as number) - (across[leave + x] as number);
  }
  return out;
}
