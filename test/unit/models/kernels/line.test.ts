import { expect, test } from 'vitest';
import { scaleToHeight } from '../../../../models/ocr/lstm/scale.ts';
import type { GreyImage } from '../../../../models/pixels/grey.ts';
import { inWholeRunAlone } from '../../../support/long.ts';
import { seededRandom, testSeed } from '../../../support/random.ts';

/** For each place of a scaled row: the source places that it consists of, and the share of each. */
type Mix = readonly (readonly [from: number, share: number])[];

function mixOf(from: number, to: number, place: number, averaged: boolean): Mix {
  const start = (place * from) / to;
  if (!averaged) {
    const first = Math.floor(Math.min(from - 1, start));
    const far = first + 1 < from ? Math.min(from - 1, start) - first : 0;
    return far === 0 ? [[first, 1]] : [[first, 1 - far] as const, [first + 1, far] as const];
  }
  const end = Math.min(from, ((place + 1) * from) / to);
  const parts = Array.from({ length: Math.ceil(end) - Math.floor(start) }, (_, i) => Math.floor(start) + i);
  return parts.map((at) => [at, (Math.min(end, at + 1) - Math.max(start, at)) / (end - start)] as const);
}

/** Leptonica's `pixScale` in the plainest form; numbers before rounding. */
function scalePlainly({ width, height, values }: GreyImage, rows: number, columns: number): number[][] {
  const scale = rows / height;
  const averaged = scale < 0.7;
  const across = Array.from({ length: columns }, (_, x) => mixOf(width, columns, x, averaged));
  const scaled = Array.from({ length: rows }, (_, y) => {
    const down = mixOf(height, rows, y, averaged);
    return across.map((mix) =>
      mix.reduce(
        (sum, [at, share]) =>
          sum + share * down.reduce((part, [row, much]) => part + much * (values[row * width + at] as number), 0),
        0,
      ),
    );
  });
  const [share, reach] = averaged ? (scale > 0.2 ? [0.2, 1] : [0, 0]) : scale < 1.4 ? [0.4, 2] : [0, 0];
  const isInside = (place: number, count: number): boolean => place >= reach && place < count - reach;
  return scaled.map((row, y) =>
    row.map((value, x) => {
      if (!isInside(y, rows) || !isInside(x, columns)) return value;
      const around = scaled.slice(y - reach, y + reach + 1).flatMap((near) => near.slice(x - reach, x + reach + 1));
      return value + share * (value - around.reduce((sum, one) => sum + one, 0) / around.length);
    }),
  );
}

/** 32-bit floats may fall on the other side of a half. */
const HALF_MAX = 0.501;
/** Heights that are averaged down strongly and weakly, mixed, and enlarged; widths around multiples of four and sixteen. */
const HEIGHTS = [2, 17, 25, 26, 30, 35, 37, 51, 52, 66, 116, 179, 181, 230];
const WIDTHS = [1, 2, 3, 4, 5, 15, 16, 17, 33, 70];

test('a line is scaled and sharpened as by the plain formula, at any size', inWholeRunAlone('1 s'), () => {
  const seed = testSeed();
  console.log(`seed ${seed}`);
  const next = seededRandom(seed);
  for (const height of HEIGHTS) {
    for (const width of WIDTHS) {
      const values = Uint8Array.from({ length: width * height }, () => Math.floor(256 * next()));
      const scaled = scaleToHeight({ width, height, values }, 36);
      expect([scaled.width, scaled.height, scaled.values.length]).toEqual([
        Math.max(1, Math.round((width * 36) / height)),
        36,
        scaled.width * 36,
      ]);
      const plain = scalePlainly({ width, height, values }, 36, scaled.width).flat();
      const worst = plain.reduce(
        (most, value, i) => Math.max(most, Math.abs(Math.min(255, Math.max(0, value)) - (scaled.values[i] as number))),
        0,
      );
      expect(worst, `${width} x ${height}`).toBeLessThan(HALF_MAX);
    }
  }
});

test('bare paper stays what it is', () => {
  for (const height of HEIGHTS) {
    const scaled = scaleToHeight({ width: 40, height, values: new Uint8Array(40 * height).fill(255) }, 36);
    expect(scaled.values.every((value) => value === 255)).toBe(true);
  }
});
