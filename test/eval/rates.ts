/** Similarity scores, 0..1, of pairs whose answer is known. */
export interface PairScores {
  /** Of pairs that show one person. */
  same: readonly number[];
  /** Of pairs that show two people. */
  different: readonly number[];
}

/** A place on the ROC curve. */
export interface OperatingPoint {
  /** A pair matches from this score on; null where no score of the set keeps the false match rate low enough. */
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

/** Share of `scores` from `threshold` on, 0..1. Throws `RangeError` where there are none. */
export function shareFrom(scores: readonly number[], threshold: number): number {
  if (scores.length === 0) throw new RangeError('no scores');
  return scores.filter((score) => score >= threshold).length / scores.length;
}

/**
 * The most true pairs that match while at most the share `fmrMax` (0..1) of the false ones does: the lowest such
 * threshold among the scores. Throws `RangeError` where either kind of pair is missing.
 */
export function pointAtFmr(scores: PairScores, fmrMax: number): OperatingPoint {
  const point = pointsOf(scores).find(({ fmr }) => fmr <= fmrMax);
  return point ?? { threshold: null, tpr: 0, fmr: 0 };
}

/**
 * Equal error rate, 0..1: where the false match rate and the false non-match rate lie closest together, their mean
 * (ISO/IEC 19795-1 names both rates). Throws `RangeError` where either kind of pair is missing.
 */
export function equalErrorRate(scores: PairScores): { rate: number; threshold: number } {
  let best = { gap: Number.POSITIVE_INFINITY, rate: 1, threshold: 0 };
  for (const { threshold, tpr, fmr } of pointsOf(scores)) {
    const gap = Math.abs(fmr - (1 - tpr));
    if (gap < best.gap) best = { gap, rate: (fmr + 1 - tpr) / 2, threshold };
  }
  return { rate: best.rate, threshold: best.threshold };
}

/** What two thresholds, 0..1, make of the pairs. Throws `RangeError` where there is no pair. */
export function bandShares(
  { same, different }: PairScores,
  { review_from, match_from }: { review_from: number; match_from: number },
): BandShares {
  const all = [...same, ...different];
  if (all.length === 0) throw new RangeError('no scores');
  return {
    review_share: all.filter((score) => score >= review_from && score < match_from).length / all.length,
    same_below: same.filter((score) => score < review_from).length,
    different_above: different.filter((score) => score >= match_from).length,
  };
}

/** One point for each score that occurs, by rising threshold. */
function pointsOf({ same, different }: PairScores): (OperatingPoint & { threshold: number })[] {
  const thresholds = [...new Set([...same, ...different])].sort((a, b) => a - b);
  return thresholds.map((threshold) => ({
    threshold,
    tpr: shareFrom(same, threshold),
    fmr: shareFrom(different, threshold),
  }));
}
