import { compareFaces } from '../../models/face/compare.ts';
import { SHIPPED_FACE_NETS } from '../../models/face/nets.ts';
import type { Face } from '../../models/ports.ts';
import type { Policy } from '../../server/decision/policy.ts';
import type { FacePair } from './corpus.ts';
import {
  type BandShares,
  bandShares,
  equalErrorRate,
  type OperatingPoint,
  type PairScores,
  pointAtFmr,
} from './rates.ts';

export interface FaceScores {
  /** Pairs with a face in both pictures; all rates are of these. */
  same: number;
  different: number;
  /** Pairs left out, since one of their pictures shows no face that was found. */
  left_out: number;
  /** Null, all four, where the set lacks either kind of pair. */
  at_fmr_1_percent: OperatingPoint | null;
  at_fmr_0_1_percent: OperatingPoint | null;
  equal_error: { rate: number; threshold: number } | null;
  /** Of the thresholds that the appliance decides by. */
  shipped: BandShares | null;
}

/** The face that is compared: the largest that the detector is sure of, as the appliance takes it. */
export function chooseFace(faces: readonly Face[], { detection_min }: Policy['face']): Face | null {
  const sure = faces.filter(({ score }) => score >= detection_min);
  return sure.toSorted((a, b) => area(b) - area(a))[0] ?? null;
}

/** Scores every pair whose two pictures are in `embeddings`, by file name. */
export function scorePairs(
  pairs: readonly FacePair[],
  embeddings: ReadonlyMap<string, readonly number[]>,
): PairScores & { leftOut: number } {
  const same: number[] = [];
  const different: number[] = [];
  for (const pair of pairs) {
    const a = embeddings.get(pair.a);
    const b = embeddings.get(pair.b);
    if (a && b) (pair.same ? same : different).push(compareFaces(a, b, SHIPPED_FACE_NETS));
  }
  return { same, different, leftOut: pairs.length - same.length - different.length };
}

/** The accuracy that the scores of a set amount to, at its own thresholds and at those of `face`. */
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

function area({ box }: Face): number {
  return box.width * box.height;
}
