import { expect, test } from 'vitest';
import { shrinkGrey } from '../../../../models/mrz/locate/grey.ts';
import { KERNEL } from '../../../../models/mrz/locate/kernel.ts';
import { createPyramid } from '../../../../models/mrz/locate/pyramid.ts';
import { turnGrey } from '../../../../models/mrz/locate/turned.ts';
import type { GreyImage } from '../../../../models/pixels/grey.ts';
import { copyPlane, drawNoise, farthest, HALF, putPlane, random, SIZES, seed, valueAt } from './zone-fixture.ts';

/** The mean of the pixels that one pixel of the smaller picture covers. */
function meanOf({ width, height, values }: GreyImage, factor: number, column: number, row: number): number {
  const [left, right] = [column * factor, Math.min(width, (column + 1) * factor)];
  const [top, bottom] = [row * factor, Math.min(height, (row + 1) * factor)];
  let sum = 0;
  for (let y = Math.floor(top); y < bottom; y++)
    for (let x = Math.floor(left); x < right; x++) {
      const area = (Math.min(x + 1, right) - Math.max(x, left)) * (Math.min(y + 1, bottom) - Math.max(y, top));
      sum += area * (values[y * width + x] ?? 0);
    }
  return sum / ((right - left) * (bottom - top));
}

function expectMeans(small: GreyImage, grey: GreyImage, factor: number): void {
  const off = farthest(small.values, (i) => meanOf(grey, factor, i % small.width, Math.floor(i / small.width)));
  expect(off, `factor ${factor}, seed ${seed}`).toBeLessThanOrEqual(HALF);
}

test.each([...SIZES, [101, 400] as const])(
  'grey of %i by %i is luma after BT.601, and each level of it half the one before',
  (width, height) => {
    const pixels = Uint8Array.from({ length: 3 * width * height }, () => 256 * random());
    const luma = Uint8Array.from({ length: width * height }, (_, i) => {
      const [red = 0, green = 0, blue = 0] = pixels.subarray(3 * i, 3 * i + 3);
      return (77 * red + 150 * green + 29 * blue) >> 8;
    });
    using scratch = KERNEL.borrow();
    const levels = createPyramid(scratch, { width, height, pixels }).levels.map((plane) => copyPlane(scratch, plane));
    expect(levels[0], `seed ${seed}`).toEqual({ width, height, values: luma });
    for (const [i, level] of levels.slice(1).entries()) {
      const larger = levels[i] as GreyImage;
      expect([level.width, level.height]).toEqual([larger.width >> 1, larger.height >> 1]);
      const halves = level.values.map(
        (_, at) => meanOf(larger, 2, at % level.width, Math.floor(at / level.width)) + 0.5,
      );
      expect(level.values, `seed ${seed}`).toEqual(halves);
    }
  },
);

test.each(SIZES)('a picture of %i by %i shrinks to the means of what its pixels cover', (width, height) => {
  using scratch = KERNEL.borrow();
  const grey = drawNoise(width, height);
  const plane = putPlane(scratch, grey);
  const under = 50 + Math.floor(1000 * random());
  for (const factor of [1, 1.25, 1.5, 2, 1 + random(), 1 + random()]) {
    const over = Math.floor(factor * under);
    expectMeans(copyPlane(scratch, shrinkGrey(scratch, plane, over, under)), grey, over / under);
  }
  const thirds = copyPlane(scratch, shrinkGrey(scratch, plane, 3, 2, 2));
  expect([thirds.width, thirds.height]).toEqual([2 * Math.floor(width / 3), 2 * Math.floor(height / 3)]);
  expectMeans(thirds, grey, 3 / 2);
});

test.each(SIZES)('a picture of %i by %i turned shows, inside of it, what lies there', (width, height) => {
  using scratch = KERNEL.borrow();
  const grey = drawNoise(width, height);
  const plane = putPlane(scratch, grey);
  for (const degrees of [0, 15, 90, 105, Math.floor(180 * random())]) {
    const { grey: place, extents, toSource } = turnGrey(scratch, plane, degrees);
    const turned = copyPlane(scratch, place);
    const off = farthest(turned.values, (i) => {
      const [x, y] = [i % turned.width, Math.floor(i / turned.width)];
      if (x < (extents[2 * y] ?? 0) || x >= (extents[2 * y + 1] ?? 0)) return 0;
      return valueAt(grey, ...toSource(x, y));
    });
    expect(off, `${degrees} degrees, seed ${seed}`).toBeLessThanOrEqual(HALF);
  }
});
