import type { RasterImage } from '../ports.ts';
import type { GreyImage } from './grey.ts';

/** Weights of the colours in linear light (ITU-R BT.709). */
const WEIGHTS = { red: 0.2126, green: 0.7152, blue: 0.0722 };
/** Steps of linear light that are told apart, and by how many bits finer they are added up. */
const STEPS = 1 << 16;
const FRACTION_BITS = 8;

const toLinear = Float64Array.from({ length: 256 }, (_, value) => linearOf(value / 255));
const [RED, GREEN, BLUE] = [WEIGHTS.red, WEIGHTS.green, WEIGHTS.blue].map(weigh) as [
  Int32Array,
  Int32Array,
  Int32Array,
];
const GREYS = greyOfSteps();

/**
 * The grey of a picture's colours as libvips computes it, the same to one value in 255 (and mostly the same): the colours are made
 * linear (IEC 61966-2-1), weighed, and the sum is made grey again along straight lines between 256 points. A fifth of libvips' time.
 */
export function greyOf({ width, height, pixels }: RasterImage): GreyImage {
  const values = new Uint8Array(width * height);
  for (let i = 0, j = 0; i < values.length; i++, j += 3) {
    const sum =
      (RED[pixels[j] as number] as number) +
      (GREEN[pixels[j + 1] as number] as number) +
      (BLUE[pixels[j + 2] as number] as number);
    values[i] = GREYS[sum >> FRACTION_BITS] as number;
  }
  return { width, height, values };
}

function linearOf(share: number): number {
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function encodedOf(share: number): number {
  return share <= 0.0031308 ? 12.92 * share : 1.055 * share ** (1 / 2.4) - 0.055;
}

function weigh(weight: number): Int32Array {
  return Int32Array.from(toLinear, (share) => Math.round(share * weight * (STEPS - 1) * 2 ** FRACTION_BITS));
}

/** The grey value of each step of linear light, and of one more, which rounding may reach. */
function greyOfSteps(): Uint8Array {
  const points = Array.from({ length: 257 }, (_, i) => Math.round(255 * encodedOf(Math.min(255, i) / 255)));
  return Uint8Array.from({ length: STEPS + 1 }, (_, step) => {
    const at = Math.min(255, (255 * (step + 0.5)) / STEPS);
    const below = Math.floor(at);
    const [from = 0, to = 0] = [points[below], points[below + 1]];
    return Math.round(from + (to - from) * (at - below));
  });
}
