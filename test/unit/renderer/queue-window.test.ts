import { expect, test } from 'vitest';
import {
  drawn,
  firstSeen,
  isNearEnd,
  isSeen,
  ROW_PX,
  rowsSeen,
  scrollTopFor,
  spanAt,
} from '../../../renderer/pages/queue/window.ts';
import { seededRandom, testSeed } from '../../support/random.ts';

const VIEW_PX = 520;

test('every row that is seen is drawn, and few more, wherever the list is scrolled to', () => {
  const seed = testSeed();
  const random = seededRandom(seed);
  for (let i = 0; i < 2_000; i++) {
    const rows = Math.floor(random() * 100_000);
    const viewPx = 200 + random() * 1_500;
    const scrollTop = random() * Math.max(0, rows * ROW_PX - viewPx);
    const { first, end } = spanAt(scrollTop, viewPx, rows);
    const why = `seed ${seed}: ${rows} rows, ${viewPx} px at ${scrollTop}`;
    expect(first, why).toBeGreaterThanOrEqual(0);
    expect(first * ROW_PX, why).toBeLessThanOrEqual(scrollTop);
    expect(end, why).toBeLessThanOrEqual(rows);
    expect(end * ROW_PX, why).toBeGreaterThanOrEqual(Math.min(scrollTop + viewPx, rows * ROW_PX));
    expect(end - first, why).toBeLessThanOrEqual(viewPx / ROW_PX + 2 * 8 + 2 * 4 + 2);
  }
});

test('a scroll of a few pixels draws nothing again', () => {
  expect(spanAt(20 * ROW_PX + 1, VIEW_PX, 1_000)).toEqual(spanAt(20 * ROW_PX + 40, VIEW_PX, 1_000));
});

test('the row with the focus stays drawn, in its order', () => {
  expect(drawn({ first: 4, end: 7 }, 5)).toEqual([4, 5, 6]);
  expect(drawn({ first: 4, end: 7 }, 1)).toEqual([1, 4, 5, 6]);
  expect(drawn({ first: 4, end: 7 }, 90)).toEqual([4, 5, 6, 90]);
  expect(drawn({ first: 0, end: 0 }, -1)).toEqual([]);
});

test('a row is scrolled to as little as possible', () => {
  expect(scrollTopFor(3, 10 * ROW_PX, VIEW_PX)).toBe(3 * ROW_PX);
  expect(scrollTopFor(12, 10 * ROW_PX, VIEW_PX)).toBe(10 * ROW_PX);
  expect(scrollTopFor(30, 10 * ROW_PX, VIEW_PX)).toBe(31 * ROW_PX - VIEW_PX);
  for (const index of [0, 7, 400]) expect(isSeen(index, scrollTopFor(index, 333, VIEW_PX), VIEW_PX)).toBe(true);
});

test('a row that is cut off is not seen', () => {
  expect(isSeen(firstSeen(5), 5, VIEW_PX)).toBe(true);
  expect(isSeen(firstSeen(5) - 1, 5, VIEW_PX)).toBe(false);
  expect(rowsSeen(VIEW_PX)).toBe(10);
  expect(rowsSeen(10)).toBe(1);
});

test('the next page is asked for before the end is seen', () => {
  expect(isNearEnd({ first: 0, end: 40 }, 1_000)).toBe(false);
  expect(isNearEnd({ first: 860, end: 900 }, 1_000)).toBe(true);
});
