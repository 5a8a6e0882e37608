import { expect, test } from 'vitest';
import type { Turn } from '../../../models/ports.ts';
import { shareOf, shareOfQuad, turnShare } from '../../../server/checks/read/box-share.ts';
import { inWholeRunAlone } from '../../support/long.ts';
import { seededRandom, testSeed } from '../../support/random.ts';

const TURNS: readonly Turn[] = [0, 90, 180, 270];
const SIZE = { width: 400, height: 200 };

/** The corners of a level box. */
function cornersOf({ x, y, width, height }: { x: number; y: number; width: number; height: number }) {
  return [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ] as const;
}

test.each<[Turn, object]>([
  [0, { x: 0.1, y: 0.1, width: 0.5, height: 0.25 }],
  // The upper left corner moves to the upper right one.
  [90, { x: 0.65, y: 0.1, width: 0.25, height: 0.5 }],
  [180, { x: 0.4, y: 0.65, width: 0.5, height: 0.25 }],
  [270, { x: 0.1, y: 0.4, width: 0.25, height: 0.5 }],
])('a box in a picture turned by %i', (turn, box) => {
  expect(shareOfQuad(cornersOf({ x: 40, y: 20, width: 200, height: 50 }), SIZE, turn)).toEqual(box);
});

test('what is askew has the least box around it; what lies outside has none', () => {
  const askew = [
    { x: 40, y: 40 },
    { x: 120, y: 20 },
    { x: 140, y: 60 },
    { x: 60, y: 80 },
  ] as const;
  expect(shareOfQuad(askew, SIZE, 0)).toEqual({ x: 0.1, y: 0.1, width: 0.25, height: 0.3 });
  expect(shareOfQuad(cornersOf({ x: 500, y: 20, width: 50, height: 50 }), SIZE, 0)).toBeUndefined();
});

test(
  'to turn a box is to find it in the turned picture, and four quarter turns bring it back',
  inWholeRunAlone('1 s'),
  () => {
    const seed = testSeed();
    const random = seededRandom(seed);
    for (let round = 0; round < 500; round++) {
      const [x, y] = [random() * 300, random() * 150];
      const corners = cornersOf({ x, y, width: 1 + random() * (399 - x), height: 1 + random() * (199 - y) });
      for (const from of TURNS) {
        for (const to of TURNS) {
          const [before, after] = [shareOfQuad(corners, SIZE, from), shareOfQuad(corners, SIZE, to)];
          const turned = before && turnShare(before, from, to);
          for (const name of ['x', 'y', 'width', 'height'] as const) {
            expect(turned?.[name], `seed ${seed}, ${from} to ${to}`).toBeCloseTo(after?.[name] ?? Number.NaN, 3);
          }
        }
      }
    }
    const box = shareOf({ x: 10, y: 20, width: 30, height: 40 }, SIZE, 0);
    const round = TURNS.reduce((turned, from) => turnShare(turned, from, ((from + 90) % 360) as Turn), box);
    expect(round).toEqual(box);
  },
);
