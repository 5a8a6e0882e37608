import { expect, test } from 'vitest';
import { bandShares, countFrom, equalErrorRate, pointAtFmr, shareOf } from '../eval/rates.ts';

/**
 * Computed by hand, from the lowest threshold up: 0.1 (TPR 1, FMR 1), 0.2 (1, 3/4), 0.3 (1, 2/4), 0.4 (3/4, 2/4), 0.6
 * (3/4, 1/4), 0.7 (3/4, 0), 0.8 (2/4, 0), 0.9 (1/4, 0).
 */
const SCORES = { same: [0.9, 0.3, 0.8, 0.7], different: [0.1, 0.6, 0.4, 0.2] };
const SEPARATE = { same: [0.8, 0.9], different: [0.1, 0.2] };

test('a score on the threshold counts as reaching it', () => {
  expect(countFrom([0.2, 0.5, 0.6, 0.9], 0.5)).toBe(3);
  expect(countFrom([0.2], 0.5)).toBe(0);
});

test.each([
  [1, { threshold: 0.1, tpr: 1, fmr: 1 }],
  [0.5, { threshold: 0.3, tpr: 1, fmr: 0.5 }],
  [0.49, { threshold: 0.6, tpr: 0.75, fmr: 0.25 }],
  [0.25, { threshold: 0.6, tpr: 0.75, fmr: 0.25 }],
  [0.01, { threshold: 0.7, tpr: 0.75, fmr: 0 }],
])('at a false match rate of at most %f', (fmrMax, point) => {
  expect(pointAtFmr(SCORES, fmrMax)).toEqual(point);
});

test('where a false pair has the highest score, no threshold helps', () => {
  expect(pointAtFmr({ same: [0.5], different: [0.9] }, 0.01)).toEqual({ threshold: null, tpr: 0, fmr: 0 });
});

test('pairs of one score match all together or not at all', () => {
  const different = Float64Array.from([0.9, 0.9, ...Array.from({ length: 998 }, () => 0.1)]);
  const scores = { same: Float64Array.from([0.95, 0.9, 0.9, 0.5]), different };
  expect(pointAtFmr(scores, 0.001)).toEqual({ threshold: 0.95, tpr: 0.25, fmr: 0 });
  expect(pointAtFmr(scores, 0.002)).toEqual({ threshold: 0.5, tpr: 1, fmr: 0.002 });
});

test('a share is written with its interval in percent, and nothing of nothing', () => {
  expect(shareOf(1, 29)).toEqual({ count: 1, of: 29, percent: 3.4483, interval_percent: [0.6113, 17.1755] });
  expect(shareOf(20, 20).interval_percent?.[1]).toBe(100);
  expect(shareOf(0, 0)).toEqual({ count: 0, of: 0, percent: null, interval_percent: null });
});

test('the equal error rate is where both errors meet', () => {
  expect(equalErrorRate(SCORES)).toEqual({ rate: 0.25, threshold: 0.6 });
  expect(equalErrorRate(SEPARATE)).toEqual({ rate: 0, threshold: 0.8 });
});

test('where both errors never meet, it is their mean where they come closest', () => {
  // At 0.6: FMR 0, FNMR 1/3; at 0.5: FMR 1/2, FNMR 1/3, which is nearer.
  const { rate, threshold } = equalErrorRate({ same: [0.4, 0.6, 0.7], different: [0.1, 0.5] });
  expect(rate).toBeCloseTo((1 / 2 + 1 / 3) / 2, 12);
  expect(threshold).toBe(0.5);
});

test('the review band takes in its lower end and leaves out its upper one', () => {
  expect(bandShares(SCORES, { review_from: 0.4, match_from: 0.6 })).toEqual({
    review_share: 1 / 8,
    same_below: 1,
    different_above: 1,
  });
  expect(bandShares(SCORES, { review_from: 0.35, match_from: 0.65 })).toEqual({
    review_share: 2 / 8,
    same_below: 1,
    different_above: 0,
  });
});

test('without pairs there is no rate', () => {
  expect(() => pointAtFmr({ same: [0.5], different: [] }, 0.01)).toThrow(RangeError);
  expect(() => equalErrorRate({ same: [], different: [0.5] })).toThrow(RangeError);
  expect(() => bandShares({ same: [], different: [] }, { review_from: 0.5, match_from: 0.6 })).toThrow(RangeError);
});
