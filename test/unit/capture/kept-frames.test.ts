import { expect, test } from 'vitest';
import { framesToKeep } from '../../../server/capture/kept-frames.ts';
import { LIMITS } from '../../../server/lib/limits.ts';

const MAX = LIMITS.captureFramesKeptMax;
const PROOF = { frontal: 3, proving: [30, 31, 32, 150, 151] };
const TOLD = [{ pageFrame: 25 }, { pageFrame: 140 }];

test('a short challenge is kept whole, in order', () => {
  expect(framesToKeep(5, { frontal: 3, proving: [4, 1] }, [{ pageFrame: 2 }])).toEqual([0, 1, 2, 3, 4]);
  expect(framesToKeep(0, { frontal: null, proving: [] }, [])).toEqual([]);
});

test('of a long one, the frames that prove, the frontal one and the first after each move are kept', () => {
  const kept = framesToKeep(200, PROOF, TOLD);
  expect(kept).toHaveLength(MAX);
  expect(kept).toEqual(expect.arrayContaining([3, 25, 140, ...PROOF.proving]));
  expect(kept).toEqual([...new Set(kept)].toSorted((one, other) => one - other));
});

test('the places that are left go to frames from the first to the last, as evenly as possible', () => {
  const kept = framesToKeep(200, { frontal: null, proving: [] }, []);
  const gaps = kept.slice(1).map((index, i) => index - (kept[i] as number));
  expect([Math.min(...gaps), Math.max(...gaps)]).toEqual([5, 5]);
  expect(kept[0]).toBeLessThan(5);
  expect(kept.at(-1)).toBeGreaterThanOrEqual(195);
});

test('too many that are wanted are cut, the last of those that prove first', () => {
  const proving = Array.from({ length: 60 }, (_, i) => 100 + i);
  const kept = framesToKeep(200, { frontal: 3, proving }, TOLD);
  expect(kept).toHaveLength(MAX);
  expect(kept).toEqual([3, 25, ...proving.slice(0, MAX - 3), 140].toSorted((one, other) => one - other));
});

test('a move that was told after the last frame has none to keep', () => {
  expect(framesToKeep(3, { frontal: 0, proving: [] }, [{ pageFrame: 3 }])).toEqual([0, 1, 2]);
});
