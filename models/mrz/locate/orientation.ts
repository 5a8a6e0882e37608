import type { GreyImage } from '../../quality/grey.ts';
import { shrinkGrey } from './grey.ts';

/** Between two turns that are tried; lines up to half of it aslant are found. */
const STEP_DEGREES = 15;
const COUNT = 180 / STEP_DEGREES;
/** A turn with less than this share of the likeliest one's votes is not tried: the lines of a page mostly run one way. */
const VOTES_SHARE_MIN = 0.5;
/** Longer side, in pixels, of the pictures whose lines of text are looked at. */
const SIDES = [480, 240];
/** Half of the square over which a place's direction is measured. */
const REACH = 6;

/**
 * The turns, in degrees clockwise, at which text may well run, likeliest first: where most lines run, as the structure
 * tensor of the strokes' density tells (Bigun and Granlund, "Optimal orientation detection of linear symmetry", 1987).
 */
export function orderTurns(grey: GreyImage): number[] {
  const votes = new Float64Array(COUNT);
  for (const side of SIDES) {
    const shrink = Math.max(1, Math.max(grey.width, grey.height) / side);
    voteFor(shrink > 1 ? shrinkGrey(grey, shrink) : grey, votes);
  }
  const turns = Array.from({ length: COUNT }, (_, i) => i);
  const score = (i: number): number => votes[i] ?? 0;
  const sorted = turns.sort((a, b) => score(b) - score(a));
  const least = VOTES_SHARE_MIN * score(sorted[0] ?? 0);
  return sorted.filter((i) => score(i) >= least).map((i) => i * STEP_DEGREES);
}

function voteFor(grey: GreyImage, votes: Float64Array): void {
  const { width, height } = grey;
  const density = blur(blur(strokes(grey), width, height, 2), width, height, 2);
  const planes = tensor(density, width, height).map((plane) => blur(plane, width, height, REACH));
  const [even, odd, energy] = planes as [Float32Array, Float32Array, Float32Array];
  const share = new Float64Array(COUNT);
  let total = 1e-9;
  for (let i = 0; i < width * height; i++) {
    const e = energy[i] as number;
    if (e < 1) continue;
    const [a, b] = [even[i] as number, odd[i] as number];
    const coherence = Math.sqrt(a * a + b * b) / e;
    const weight = coherence * coherence * Math.sqrt(e);
    const degrees = (Math.atan2(b, a) * 90) / Math.PI + 90;
    const at = Math.round(degrees / STEP_DEGREES) % COUNT;
    share[at] = (share[at] ?? 0) + weight;
    total += weight;
  }
  for (let i = 0; i < COUNT; i++) votes[i] = (votes[i] ?? 0) + (share[i] ?? 0) / total;
}

/** A stroke counts no more than this, so that one hard edge does not outweigh a line of text. */
const STROKE_MAX = 64;

/** Strength of strokes in any direction. */
function strokes({ width, height, values }: GreyImage): Float32Array {
  const out = new Float32Array(width * height);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      const dx = (values[i + 1] as number) - (values[i - 1] as number);
      const dy = (values[i + width] as number) - (values[i - width] as number);
      const squared = dx * dx + dy * dy;
      out[i] = squared >= STROKE_MAX * STROKE_MAX ? STROKE_MAX : Math.sqrt(squared);
    }
  }
  return out;
}

/** The gradient's doubled angle, as two planes, and its square. */
function tensor(density: Float32Array, width: number, height: number): [Float32Array, Float32Array, Float32Array] {
  const planes = [0, 1, 2].map(() => new Float32Array(width * height)) as [Float32Array, Float32Array, Float32Array];
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      const dx = (density[i + 1] ?? 0) - (density[i - 1] ?? 0);
      const dy = (density[i + width] ?? 0) - (density[i - width] ?? 0);
      planes[0][i] = dx * dx - dy * dy;
      planes[1][i] = 2 * dx * dy;
      planes[2][i] = dx * dx + dy * dy;
    }
  }
  return planes;
}

/** The mean over a square of 2 * `reach` + 1 pixels a side; what lies outside counts as 0. */
function blur(plane: Float32Array, width: number, height: number, reach: number): Float32Array {
  const across = new Float32Array(plane.length);
  const size = 2 * reach + 1;
  for (let y = 0; y < height; y++) {
    let sum = 0;
    const base = y * width;
    for (let x = -reach; x < width; x++) {
      if (x + reach < width) sum += plane[base + x + reach] ?? 0;
      if (x < 0) continue;
      across[base + x] = sum / size;
      if (x - reach >= 0) sum -= plane[base + x - reach] ?? 0;
    }
  }
  const out = new Float32Array(plane.length);
  const sums = new Float32Array(width);
  for (let y = -reach; y < height; y++) {
    const enter = (y + reach) * width;
    if (y + reach < height) for (let x = 0; x < width; x++) sums[x] = (sums[x] ?? 0) + (across[enter + x] ?? 0);
    if (y < 0) continue;
    for (let x = 0; x < width; x++) out[y * width + x] = (sums[x] ?? 0) / size;
    const leave = (y - reach) * width;
    if (y - reach >= 0) for (let x = 0; x < width; x++) sums[x] = (sums[x] ?? 0) - (across[leave + x] ?? 0);
  }
  return out;
}
