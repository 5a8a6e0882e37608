import type { Quad } from '../../ports.ts';
import { type LineStrip, partOfStrip } from '../locate/strip.ts';
import { STEP } from './window.ts';

/** The rows of a strip that hold capitals. */
const [TOP, BOTTOM] = [6, 26];
/** How many columns to both sides of its middle a gap between two characters spans. */
const GAP_REACH = 1;
/** The middles of characters are at most this many pitches from where the net saw them: it sees them equally well over a fifth of a pitch. */
const ASIDE_MAX = 0.25;
/** Pixels from one attempt to the next. */
const ASIDE_STEP = 0.5;
/** Columns within this share of the range between darkest and lightest count as lightest. */
const NEARLY = 0.1;

/**
 * Returns the quad around the cells of a line's characters, at `places` of its strip, at least two: the straight line through all places determines
 * their pitch, and the lightest columns between them where the cells begin. The finder of the MRZ cuts slightly more or less than the line.
 */
export function quadOfLine(strip: LineStrip, places: readonly number[]): Quad {
  const { first, pitch } = fitLine(places.map((place) => place * STEP));
  const left = first - pitch / 2;
  const aside = findGaps(lightOfColumns(strip), left, pitch, places.length + 1);
  return partOfStrip(strip, left + aside, left + aside + pitch * places.length);
}

/** Returns the least-squares line through evenly spaced values: its first value, and its slope. */
function fitLine(values: readonly number[]): { first: number; pitch: number } {
  const middle = (values.length - 1) / 2;
  let [sum, product, squares] = [0, 0, 0];
  for (const [i, value] of values.entries()) {
    sum += value;
    product += (i - middle) * value;
    squares += (i - middle) ** 2;
  }
  const pitch = product / squares;
  return { first: sum / values.length - middle * pitch, pitch };
}

/** Returns how many pixels the gaps, `pitch` apart, are from `left` and its successors: the middle of all positions that are nearly the lightest. */
function findGaps(light: Float64Array, left: number, pitch: number, count: number): number {
  const reach = Math.floor((ASIDE_MAX * pitch) / ASIDE_STEP);
  const lights = Array.from({ length: 2 * reach + 1 }, (_, i) => {
    let sum = 0;
    for (let gap = 0; gap < count; gap++) sum += lightAround(light, left + gap * pitch + (i - reach) * ASIDE_STEP);
    return sum / count;
  });
  const [most, least] = [Math.max(...lights), Math.min(...lights)];
  const near = lights.flatMap((value, i) => (value >= most - NEARLY * (most - least) ? [i] : []));
  return (near.reduce((sum, i) => sum + i, 0) / near.length - reach) * ASIDE_STEP;
}

function lightAround(light: Float64Array, x: number): number {
  let sum = 0;
  for (let dx = -GAP_REACH; dx <= GAP_REACH; dx++) sum += light[Math.round(x) + dx] ?? light.at(x < 0 ? 0 : -1) ?? 0;
  return sum;
}

function lightOfColumns({ width, values }: LineStrip): Float64Array {
  const light = new Float64Array(width);
  for (let row = TOP; row < BOTTOM; row++)
    for (let x = 0; x < width; x++) light[x] = (light[x] as number) + (values[row * width + x] as number);
  return light;
}
