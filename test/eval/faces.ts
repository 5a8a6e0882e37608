import type { Face } from '../../models/ports.ts';
import type { Policy } from '../../server/checks/policy.ts';
import type { AllPairs, Compare, Embeddings } from './all-pairs.ts';
import type { FacePair } from './corpus.ts';
import type { People } from './people.ts';
import {
  type BandShares,
  bandShares,
  countFrom,
  equalErrorRate,
  type OperatingPoint,
  type PairScores,
  pointAtFmr,
  type Share,
  shareOf,
} from './rates.ts';

export interface FaceScores {
  /** Pairs with a face in both pictures; all rates refer to these. */
  same: number;
  different: number;
  /** Pairs left out because no face was found in one of the pictures. */
  left_out: number;
  /** All four are null if the set lacks either kind of pair. */
  at_fmr_1_percent: OperatingPoint | null;
  at_fmr_0_1_percent: OperatingPoint | null;
  equal_error: { rate: number; threshold: number } | null;
  /** Shares at the appliance's own thresholds. */
  shipped: BandShares | null;
}

/** The face to compare: the largest one with sufficient confidence of the detector, as the appliance chooses it. */
export function chooseFace(faces: readonly Face[], { detection_min }: Policy['face']): Face | null {
  const sure = faces.filter(({ score }) => score >= detection_min);
  return sure.toSorted((a, b) => area(b) - area(a))[0] ?? null;
}

/** Scores every pair whose two pictures are in `embeddings`, by file name. */
export function scorePairs(
  pairs: readonly FacePair[],
  embeddings: Embeddings,
  compare: Compare,
): PairScores & { leftOut: number } {
  const same: number[] = [];
  const different: number[] = [];
  for (const pair of pairs) {
    const a = embeddings.get(pair.a);
    const b = embeddings.get(pair.b);
    if (a && b) (pair.same ? same : different).push(compare(a, b));
  }
  return { same, different, leftOut: pairs.length - same.length - different.length };
}

/** The accuracy of a set's scores, at its own thresholds and at those of `face`. */
export function scoreFaces(scores: PairScores & { leftOut: number }, face: Policy['face']): FaceScores {
  const whole = scores.same.length > 0 && scores.different.length > 0;
  return {
    same: scores.same.length,
    different: scores.different.length,
    left_out: scores.leftOut,
    at_fmr_1_percent: whole ? pointAtFmr(scores, 0.01) : null,
    at_fmr_0_1_percent: whole ? pointAtFmr(scores, 0.001) : null,
    equal_error: whole ? equalErrorRate(scores) : null,
    shipped: whole ? bandShares(scores, face) : null,
  };
}

/** The embedding of each file, before and after its picture was damaged. */
export interface DamagedFaces {
  before: Embeddings;
  after: Embeddings;
}

/** The thresholds of the policy, and of the set before the damage. */
export type DamageThresholds = Pick<Policy['face'], 'match_from' | 'review_from'> &
  Pick<AllPairs, 'score_at_fmr_0_1_percent'>;

export interface DamageScores {
  /** True pairs that match although the first picture is damaged. */
  matches: Share;
  /**
   * True pairs that match at the lowest score at which 0.1 % of all false pairs match, before the damage. Null if no
   * score keeps false matches this rare.
   */
  matches_at_fmr_0_1_percent: Share | null;
  /** True pairs that are refused. */
  refusals: Share;
  /** True pairs whose damaged picture shows no detected face: they neither match nor are refused. */
  no_face: Share;
  /** Matches among the pairs of a damaged picture and a picture of any other person. */
  false_matches: Share;
}

/** The results for true `pairs` whose first picture is damaged. */
export function scoreDamaged(
  pairs: readonly FacePair[],
  { before, after }: DamagedFaces,
  { areSame }: People,
  compare: Compare,
  { match_from, review_from, score_at_fmr_0_1_percent: atFmr }: DamageThresholds,
): DamageScores {
  const scores = pairs.flatMap(({ a, b }) => {
    const [damaged, whole] = [after.get(a), before.get(b)];
    return damaged && whole ? [compare(damaged, whole)] : [];
  });
  const strangers: number[] = [];
  for (const [a, damaged] of after)
    for (const [b, whole] of before) if (areSame(a, b) === false) strangers.push(compare(damaged, whole));
  return {
    matches: shareOf(countFrom(scores, match_from), pairs.length),
    matches_at_fmr_0_1_percent: atFmr === null ? null : shareOf(countFrom(scores, atFmr), pairs.length),
    refusals: shareOf(scores.length - countFrom(scores, review_from), pairs.length),
    no_face: shareOf(pairs.length - scores.length, pairs.length),
    false_matches: shareOf(countFrom(strangers, match_from), strangers.length),
  };
}

function area({ box }: Face): number {
  return box.width * box.height;
}
