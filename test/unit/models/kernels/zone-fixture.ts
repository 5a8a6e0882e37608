import type { MrzScratch } from '../../../../models/mrz/locate/kernel.ts';
import { type Plane, pixelsOf, takePlane } from '../../../../models/mrz/locate/plane.ts';
import type { GreyImage } from '../../../../models/pixels/grey.ts';
import { seededRandom, testSeed } from '../../../support/random.ts';

export const seed = testSeed();
export const random = seededRandom(seed);

/** Sizes around those of vectors. */
export const SIZES = [
  [1, 1],
  [2, 40],
  [40, 2],
  [15, 17],
  [16, 16],
  [33, 47],
  [49, 96],
  [101, 75],
  [131, 64],
] as const;

/** Grey values that mostly differ little from one to the next, with hard edges between them. */
export function drawNoise(width: number, height: number): GreyImage {
  const spread = 2 ** (1 + 7 * random());
  let value = 128;
  const values = Uint8Array.from({ length: width * height }, () => {
    value = random() < 0.1 ? 255 * random() : Math.max(0, Math.min(255, value + spread * (random() - 0.5)));
    return value;
  });
  return { width, height, values };
}

export function putPlane(scratch: MrzScratch, { width, height, values }: GreyImage): Plane {
  const plane = takePlane(scratch, width, height);
  pixelsOf(scratch, plane).set(values);
  return plane;
}

export function copyPlane(scratch: MrzScratch, plane: Plane): GreyImage {
  return { width: plane.width, height: plane.height, values: pixelsOf(scratch, plane).slice() };
}

/** The value between pixels, bilinear; outside, the value of the nearest pixel. */
export function valueAt({ width, height, values }: GreyImage, x: number, y: number): number {
  const [column, row] = [Math.max(0, Math.min(width - 1.001, x)), Math.max(0, Math.min(height - 1.001, y))];
  const [left, above] = [Math.floor(column), Math.floor(row)];
  const pixel = (dx: number, dy: number): number => values[(above + dy) * width + left + dx] ?? 0;
  const between = (a: number, b: number, share: number): number => a + (b - a) * share;
  const [top, bottom] = [0, 1].map((dy) => between(pixel(0, dy), pixel(1, dy), column - left));
  return between(top ?? 0, bottom ?? 0, row - above);
}

/** The maximum distance of a whole number from the value that it was rounded from. */
export const HALF = 0.5 + 1e-3;

/** The maximum distance of a number from the expected one. */
export function farthest(values: Uint8Array, expected: (i: number) => number): number {
  return values.reduce((most, value, i) => Math.max(most, Math.abs(value - expected(i))), 0);
}
