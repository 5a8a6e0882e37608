import { proportionInterval } from '../../server/checks/calibration/calibrate.ts';

/** Similarity scores, 0..1, in any order. */
export type Scores = readonly number[] | Float64Array;

/** Scores of pairs with a known answer. */
export interface PairScores {
  /** Scores of pairs that show one person. */
  same: Scores;
  /** Scores of pairs that show two people. */
  different: Scores;
}

/** A point on the ROC curve. */
export interface OperatingPoint {
  /** A pair matches from this score on; null if no score of the set keeps the false match rate low enough. */
  threshold: number | null;
  /** Share of the true pairs that match, 0..1. */
  tpr: number;
  /** Share of the false pairs that match, 0..1. */
  fmr: number;
}

export interface BandShares {
  /** Share of all pairs from `review_from` to below `match_from`, 0..1. */
  review_share: number;
  /** True pairs below `review_from`. */
  same_below: number;
  /** False pairs from `match_from` on. */
  different_above: number;
}

/** How often something happened, out of the possible times. */
export interface Share {
  count: number;
  of: number;
  /** To four decimals; null if `of` is 0. */
  percent: number | null;
  /** The 95 % interval by `proportionInterval`, also in percent. */
  interval_percent: [low: number, high: number] | null;
}

export function shareOf(count: number, of: number): Share {
  if (of === 0) return { count, of, percent: null, interval_percent: null };
  const { low, high } = proportionInterval(count / of, of);
  return { count, of, percent: percentOf(count / of), interval_percent: [percentOf(low), percentOf(high)] };
}

/** To four decimals: one of 624,014 pairs is 0.0002 %. */
export const percentOf = (share: number): number => Math.round(share * 1e6) / 1e4;

/** How many of `scores` reach `threshold`. */
export function countFrom(scores: Scores, threshold: number): number {
  let count = 0;
  for (const score of scores) if (score >= threshold) count++;
  return count;
}

/**
 * The highest number of true pairs that match while at most the share `fmrMax` (0..1) of the false ones matches: the
 * point at the lowest such threshold among the scores. Throws `RangeError` if either kind of pair is missing.
 */
export function pointAtFmr(scores: PairScores, fmrMax: number): OperatingPoint {
  for (const point of pointsOf(scores)) if (point.fmr <= fmrMax) return point;
  return { threshold: null, tpr: 0, fmr: 0 };
}

/**
 * Equal error rate, 0..1: the mean of the false match rate and the false non-match rate where they are closest (ISO/IEC
 * 19795-1 names both rates). Throws `RangeError` if either kind of pair is missing.
 */
export function equalErrorRate(scores: PairScores): { rate: number; threshold: number } {
  let best = { gap: Number.POSITIVE_INFINITY, rate: 1, threshold: 0 };
  for (const { threshold, tpr, fmr } of pointsOf(scores)) {
    const gap = Math.abs(fmr - (1 - tpr));
    if (gap < best.gap) best = { gap, rate: (fmr + 1 - tpr) / 2, threshold };
  }
  return { rate: best.rate, threshold: best.threshold };
}

/** The shares of the pairs at two thresholds, 0..1. Throws `RangeError` without pairs. */
export function bandShares(
  { same, different }: PairScores,
  { review_from, match_from }: { review_from: number; match_from: number },
): BandShares {
  const all = same.length + different.length;
  if (all === 0) throw new RangeError('no scores');
  const review = (scores: Scores): number => countFrom(scores, review_from) - countFrom(scores, match_from);
  return {
    review_share: (review(same) + review(different)) / all,
    same_below: same.length - countFrom(same, review_from),
    different_above: countFrom(different, match_from),
  };
}

/** One point for each distinct score, by rising threshold. */
function* pointsOf(scores: PairScores): Generator<OperatingPoint & { threshold: number }> {
  if (scores.same.length === 0 || scores.different.length === 0) throw new RangeError('no scores');
  const [same, different] = [Float64Array.from(scores.same).sort(), Float64Array.from(scores.different).sort()];
  for (let under = 0, falseUnder = 0; under < same.length || falseUnder < different.length; ) {
    const threshold = Math.min(
      same[under] ?? Number.POSITIVE_INFINITY,
      different[falseUnder] ?? Number.POSITIVE_INFINITY,
    );
    yield {
      threshold,
      tpr: (same.length - under) / same.length,
      fmr: (different.length - falseUnder) / different.length,
    };
    while (same[under] === threshold) under++;
    while (different[falseUnder] === threshold) falseUnder++;
  }
}
