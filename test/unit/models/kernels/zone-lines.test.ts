import { expect, test } from 'vitest';
import { KERNEL } from '../../../../models/mrz/locate/kernel.ts';
import { findPieces, type Piece } from '../../../../models/mrz/locate/pieces.ts';
import { markRidges } from '../../../../models/mrz/locate/ridges.ts';
import type { GreyImage } from '../../../../models/pixels/grey.ts';
import { drawNoise, putPlane, random, seed } from './zone-fixture.ts';

const SIZES = [
  [1, 1],
  [5, 20],
  [60, 9],
  [191, 40],
  [192, 64],
  [193, 65],
  [200, 90],
  [400, 70],
] as const;

/** Rows of upright strokes six pixels high at random places, on noise. */
function drawLines(width: number, height: number): GreyImage {
  const grey = drawNoise(width, height);
  for (let line = 0; line < height / 8; line++) {
    const [top, left] = [Math.floor(height * random()), Math.floor(width * random())];
    const [gap, right] = [2 + Math.floor(3 * random()), Math.min(width, left + 200 * random())];
    for (let y = top; y < Math.min(height, top + 6); y++)
      for (let x = left; x < right; x++) grey.values[y * width + x] = x % gap === 0 ? 20 : 200;
  }
  return grey;
}

/** [row][mark]: whether the mean stroke of a line's rows there is clearly above that of its gaps. `extents` as in `TurnedPicture`. */
function marksOf({ width, height, values }: GreyImage, extents: Int32Array): boolean[][] {
  const marks = Math.floor(width / 3);
  const value = (x: number, y: number): number => values[y * width + x] ?? 0;
  const sums = Array.from({ length: height }, (_, y) => {
    const [first, end] = [Math.ceil(((extents[2 * y] ?? 0) + 2) / 3), Math.floor(((extents[2 * y + 1] ?? 0) - 2) / 3)];
    const own = Array.from({ length: marks }, (_, x) => {
      const strokes = [0, 1, 2].map((i) => Math.min(64, Math.abs(value(3 * x + i + 1, y) - value(3 * x + i - 1, y))));
      return x >= first && x < end ? strokes.reduce((a, b) => a + b) : 0;
    });
    return own.map((_, x) => own.slice(Math.max(0, x - 3), x + 4).reduce((a, b) => a + b, 0));
  });
  const mean = (x: number, from: number, to: number): number => {
    let sum = 0;
    for (let y = from; y <= to; y++) sum += sums[y]?.[x] ?? 0;
    return sum / ((to - from + 1) * 21);
  };
  return sums.map((row, y) =>
    row.map((_, x) => {
      const line = mean(x, y - 2, y + 2);
      const gap = Math.max(mean(x, y - 6, y - 4), mean(x, y + 4, y + 6));
      return line - gap - 0.18 * (line + gap + 5) > -1e-9 && line > 0;
    }),
  );
}

/** The areas of marks that touch above one another or side by side, in the order of their first marks. Each mark is three pixels wide. */
function areasOf(marks: readonly (readonly boolean[])[]): Piece[] {
  const seen = new Set<string>();
  const areas: Piece[] = [];
  for (let y = 0; y < marks.length; y++)
    for (let x = 0; x < (marks[y]?.length ?? 0); x++) {
      if (!marks[y]?.[x] || seen.has(`${x} ${y}`)) continue;
      const area = { count: 0, sumX: 0, sumY: 0, sumXX: 0, sumXY: 0, left: Infinity, right: -Infinity };
      const open: [number, number][] = [[x, y]];
      for (let at = open.pop(); at !== undefined; at = open.pop()) {
        const [column, row] = at;
        if (!marks[row]?.[column] || seen.has(`${column} ${row}`)) continue;
        seen.add(`${column} ${row}`);
        for (let pixel = 3 * column; pixel < 3 * column + 3; pixel++) addPixel(area, pixel, row);
        open.push([column - 1, row], [column + 1, row], [column, row - 1], [column, row + 1]);
      }
      areas.push(area);
    }
  return areas;
}

function addPixel(area: Piece, x: number, y: number): void {
  area.count++;
  area.sumX += x;
  area.sumY += y;
  area.sumXX += x * x;
  area.sumXY += x * y;
  area.left = Math.min(area.left, x);
  area.right = Math.max(area.right, x);
}

test.each(SIZES)(
  'marks and their pieces in a picture of %i by %i are those that stand out from their gaps',
  (width, height) => {
    for (let round = 0; round < 3; round++) {
      const grey = drawLines(width, height);
      const extents = Int32Array.from({ length: 2 * height }, (_, i) => {
        if (round === 0) return (i % 2) * width;
        return Math.round(width * (i % 2 === 0 ? 0.3 * random() : 0.3 + 0.7 * random()));
      });
      using scratch = KERNEL.borrow();
      const found = markRidges(scratch, { grey: putPlane(scratch, grey), extents, toSource: (x, y) => [x, y] });
      const marks = marksOf(grey, extents);
      const runs = new Uint16Array(scratch.bytes(found.at, 8 * found.count).slice().buffer);
      const marked = marks.map((row) => row.map(() => false));
      for (let i = 0; i < runs.length; i += 4)
        for (let x = runs[i] ?? 0; x <= (runs[i + 1] ?? 0); x++) (marked[runs[i + 2] ?? 0] ?? [])[x] = true;
      expect(marked, `seed ${seed}`).toEqual(marks);
      const pieces = findPieces(scratch, found, 6);
      const areas = areasOf(marks).filter(({ count, left, right }) => {
        const wide = right - left + 1;
        return wide >= 6 && count / wide >= 1.5 && count / wide <= 9;
      });
      expect(pieces, `seed ${seed}`).toEqual(areas);
    }
  },
);
