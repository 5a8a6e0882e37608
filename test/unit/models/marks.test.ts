import { expect, test } from 'vitest';
import { markInk, PALE_INK } from '../../../models/quality/ink.ts';
import { findMarks, findMarksOver, type Mark } from '../../../models/quality/marks.ts';
import { putPlane } from '../../../models/quality/plane.ts';
import { KERNEL } from '../../../models/quality/text-kernel.ts';
import { seededRandom, testSeed } from '../../support/random.ts';

const seed = testSeed();
const random = seededRandom(seed);
const whole = (below: number): number => Math.floor(random() * below);

/** Sizes around those of the vectors and words that the kernel processes, and of the square that ink is compared with. */
const SIZES = [
  [1, 1],
  [1, 40],
  [40, 1],
  [7, 9],
  [16, 16],
  [24, 25],
  [63, 30],
  [64, 30],
  [65, 31],
  [131, 67],
  [200, 90],
] as const;

/** Light and dark patches with noise on them, and white and black places. */
function picture(width: number, height: number): Uint8Array {
  const patch = 1 + whole(20);
  const patches = Uint8Array.from({ length: (width + patch) * (height + patch) }, () => whole(256));
  const noise = whole(40);
  return Uint8Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    const value = (patches[Math.floor(y / patch) * width + Math.floor(x / patch)] ?? 0) + whole(noise + 1);
    return Math.min(255, value);
  });
}

/** By definition: compared with the mean of the square, with the thresholds for pale and clear ink. */
function inkOf(values: Uint8Array, width: number, height: number, pale: boolean): Uint8Array {
  return values.map((value, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    let [sum, area] = [0, 0];
    for (let row = Math.max(0, y - 12); row <= Math.min(height - 1, y + 12); row++)
      for (let column = Math.max(0, x - 12); column <= Math.min(width - 1, x + 12); column++) {
        sum += values[row * width + column] ?? 0;
        area += 1;
      }
    if (10 * value * area < 8 * sum && value * area < sum - 28 * area) return 1;
    return pale && 10 * value * area < 9 * sum && value * area < sum - 14 * area ? PALE_INK : 0;
  });
}

test(`ink is what is darker than the square around it, to the pixel (seed ${seed})`, () => {
  const kinds = new Set<number>();
  for (const [width, height] of SIZES)
    for (const pale of [false, true]) {
      const values = picture(width, height);
      const ink = markInk({ width, height, values }, pale).ink;
      expect(ink, `${width} by ${height}`).toEqual(inkOf(values, width, height, pale));
      for (const kind of ink) kinds.add(kind);
    }
  expect([...kinds].sort()).toEqual([0, 1, PALE_INK]);
});

/** Takes the pixels up to kind `most` that are connected to the one at `start`. */
function flood(left: Uint8Array, width: number, height: number, start: number, most: number): Mark {
  const mark: Mark = { left: width, right: 0, top: height, bottom: 0, area: 0 };
  const stack = [start];
  left[start] = 0;
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const [x, y] = [at % width, Math.floor(at / width)];
    mark.area += 1;
    [mark.left, mark.right] = [Math.min(mark.left, x), Math.max(mark.right, x)];
    [mark.top, mark.bottom] = [Math.min(mark.top, y), Math.max(mark.bottom, y)];
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++)
      for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
        const kind = left[row * width + column] ?? 0;
        if (kind === 0 || kind > most) continue;
        left[row * width + column] = 0;
        stack.push(row * width + column);
      }
  }
  return mark;
}

function floodAll(ink: Uint8Array, width: number, height: number): Mark[] {
  const left = ink.slice();
  const marks: Mark[] = [];
  for (let i = 0; i < left.length; i++) if (left[i] === 1) marks.push(flood(left, width, height, i, 1));
  return marks;
}

/** For each piece: the pixels connected to the first clear pixel that remains in its first row. */
function floodOver(ink: Uint8Array, width: number, height: number, pieces: readonly Mark[]): Mark[] {
  const left = ink.slice();
  return pieces.flatMap((piece) => {
    const row = piece.top * width;
    const start = left.indexOf(1, row + piece.left);
    return start >= 0 && start <= row + piece.right ? [flood(left, width, height, start, PALE_INK)] : [];
  });
}

test(`marks are what hangs together, in reading order, and so are those over pale ink (seed ${seed})`, () => {
  let [most, fewer] = [0, 0];
  for (const [width, height] of SIZES)
    for (const density of [0.05, 0.3, 0.6, 1]) {
      const ink = Uint8Array.from({ length: width * height }, () => (random() < density ? 1 + whole(2) : 0));
      const before = ink.slice();
      const pieces = findMarks({ width, height, ink });
      expect(pieces, `${width} by ${height}`).toEqual(floodAll(ink, width, height));
      using scratch = KERNEL.borrow();
      const over = findMarksOver(putPlane(scratch, { width, height, values: ink }), pieces);
      expect(over, `${width} by ${height}`).toEqual(floodOver(ink, width, height, pieces));
      expect(ink, 'the mask is left as it was').toEqual(before);
      [most, fewer] = [Math.max(most, pieces.length), Math.max(fewer, pieces.length - over.length)];
    }
  expect(most).toBeGreaterThan(100);
  expect(fewer).toBeGreaterThan(0);
});
