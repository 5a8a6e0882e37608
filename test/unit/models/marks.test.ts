import { expect, test } from 'vitest';
import { findMarks, findMarksFrom } from '../../../models/quality/marks.ts';
import { seededRandom, testSeed } from '../../support/random.ts';

const seed = testSeed();

test(`the marks of the first columns are those of all that reach into them, whole (seed ${seed})`, () => {
  const random = seededRandom(seed);
  const [width, height] = [90, 120];
  const ink = Uint8Array.from({ length: width * height }, () => (random() < 0.3 ? 1 : 0));
  const before = ink.slice();
  const all = findMarks({ width, height, ink });
  const first = findMarksFrom({ width, height, ink }, 14);
  const inOrder = (a: { left: number; top: number }, b: typeof a): number => a.left - b.left || a.top - b.top;
  expect(first.toSorted(inOrder)).toEqual(all.filter(({ left }) => left < 14).toSorted(inOrder));
  expect(first.length).toBeGreaterThan(0);
  expect(ink, 'the mask is left as it was').toEqual(before);
});
