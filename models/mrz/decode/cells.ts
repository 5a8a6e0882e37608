import type { Quad } from '../../ports.ts';
import { type LineStrip, partOfStrip } from '../locate/strip.ts';
import { STEP } from './window.ts';

/** Rows of a strip that hold capitals. */
const [TOP, BOTTOM] = [6, 26];
/** Columns over which a gap between two characters is looked for, to both sides of its middle. */
const GAP_REACH = 1;
/** The middles of characters are at most so many pitches beside where the net saw them: it sees them over a fifth of one alike. */
const ASIDE_MAX = 0.25;
/** Pixels from one try to the next. */
const ASIDE_STEP = 0.5;
/** Of the difference between the lightest and the darkest: what is taken for as light as the lightest. */
const NEARLY = 0.1;

/**
 * Around the cells of a line's characters, which stand at `places` of its strip, two at least: the straight line through all places tells
 * their pitch, and the lightest columns between them where they begin. The finder of the MRZ takes a little more than the line, or a little less.
 */
export function quadOfLine(strip: LineStrip, places: readonly number[]): Quad {
  const { first, pitch } = fitLine(places.map((place) => place * STEP));
  const left = first - pitch / 2;
  const aside = findGaps(lightOfColumns(strip), left, pitch, places.length + 1);
  return partOfStrip(strip, left + aside, left + aside + pitch * places.length);
}

/** The least squares' line through evenly spaced values: its first value, and by how much it rises. */
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

/** By how many pixels gaps that are `pitch` apart lie beside `left` and those that follow it: the middle of all that are nearly the lightest. */
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
