import type { Policy } from '../../server/checks/policy.ts';
import type { People } from './people.ts';
import { countFrom, type PairScores, percentOf, pointAtFmr, type Share, shareOf } from './rates.ts';

/** The similarity of two faces, 0..1, by the calibration of the nets that made both embeddings. */
export type Compare = (a: Float32Array, b: Float32Array) => number;

/** The embedding of each file's face. */
export type Embeddings = ReadonlyMap<string, Float32Array>;

/** A pair reported by name, because a wrong result is often an error of the set. */
export interface NamedPair {
  a: string;
  b: string;
  score: number;
}

/** All pairs of pictures with a known answer: one person, or two. The columns run in parallel; `a` and `b` are positions in `files`. */
export interface ScoredPairs {
  files: readonly string[];
  a: Uint32Array;
  b: Uint32Array;
  score: Float64Array;
  same: Uint8Array;
}

/**
 * False matches among pairs of two people, and refusals among pairs of one. Pairs that share a person are not
 * independent, so the true rate may be further off than the intervals say.
 */
export interface Errors {
  false_matches: Share;
  refusals: Share;
}

/** The errors of the appliance's thresholds over all pairs of a set. */
export interface AllPairs extends Errors {
  people: number;
  people_told_by: People['told_by'];
  same: number;
  different: number;
  /** Percent of the true pairs that match at the lowest score that keeps false matches this rare; null if the set lacks either kind. */
  tpr_at_fmr_0_1_percent: number | null;
  tpr_at_fmr_0_01_percent: number | null;
  /** These scores; null if no score keeps false matches this rare. */
  score_at_fmr_0_1_percent: number | null;
  score_at_fmr_0_01_percent: number | null;
  /** True pairs that need review. */
  review: Share;
  /** All of them, the least similar first. */
  refused: NamedPair[];
  /** The most similar ones, at most `NAMED_MAX`. */
  matched_falsely: NamedPair[];
}

const NAMED_MAX = 50;

type Thresholds = Pick<Policy['face'], 'match_from' | 'review_from'>;

export function scoreAllPairs(embeddings: Embeddings, { areSame }: People, compare: Compare): ScoredPairs {
  const files = [...embeddings.keys()];
  const faces = [...embeddings.values()];
  const room = (files.length * (files.length - 1)) / 2;
  const [a, b] = [new Uint32Array(room), new Uint32Array(room)];
  const [score, same] = [new Float64Array(room), new Uint8Array(room)];
  let count = 0;
  for (const [i, face] of faces.entries())
    for (let j = i + 1; j < faces.length; j++) {
      const answer = areSame(files[i] as string, files[j] as string);
      if (answer === null) continue;
      [a[count], b[count], same[count]] = [i, j, answer ? 1 : 0];
      score[count++] = compare(face, faces[j] as Float32Array);
    }
  const known = <T extends Uint8Array | Uint32Array | Float64Array>(column: T): T => column.subarray(0, count) as T;
  return { files, a: known(a), b: known(b), score: known(score), same: known(same) };
}

export function judgeAllPairs(pairs: ScoredPairs, { person, told_by }: People, face: Thresholds): AllPairs {
  const scores = { same: scoresOf(pairs, 1), different: scoresOf(pairs, 0) };
  const [fine, finest] = [pointOf(scores, 0.001), pointOf(scores, 0.0001)];
  const { review_from, match_from } = face;
  const unsure = countFrom(scores.same, review_from) - countFrom(scores.same, match_from);
  return {
    people: new Set(pairs.files.map((file) => person.get(file))).size,
    people_told_by: told_by,
    same: scores.same.length,
    different: scores.different.length,
    tpr_at_fmr_0_1_percent: fine && percentOf(fine.tpr),
    tpr_at_fmr_0_01_percent: finest && percentOf(finest.tpr),
    score_at_fmr_0_1_percent: fine?.threshold ?? null,
    score_at_fmr_0_01_percent: finest?.threshold ?? null,
    ...errorsOf(scores, face),
    review: shareOf(unsure, scores.same.length),
    refused: named(pairs, (score, same) => same && score < review_from).sort((x, y) => x.score - y.score),
    matched_falsely: named(pairs, (score, same) => !same && score >= match_from)
      .sort((x, y) => y.score - x.score)
      .slice(0, NAMED_MAX),
  };
}

export function errorsOf({ same, different }: PairScores, { review_from, match_from }: Thresholds): Errors {
  return {
    false_matches: shareOf(countFrom(different, match_from), different.length),
    refusals: shareOf(same.length - countFrom(same, review_from), same.length),
  };
}

function scoresOf({ score, same }: ScoredPairs, wanted: number): Float64Array {
  return score.filter((_, i) => same[i] === wanted);
}

function pointOf(scores: PairScores, fmrMax: number) {
  return scores.same.length > 0 && scores.different.length > 0 ? pointAtFmr(scores, fmrMax) : null;
}

function named(
  { files, a, b, score, same }: ScoredPairs,
  isMeant: (score: number, same: boolean) => boolean,
): NamedPair[] {
  const pairs: NamedPair[] = [];
  for (const [i, value] of score.entries())
    if (isMeant(value, same[i] === 1))
      pairs.push({ a: files[a[i] as number] as string, b: files[b[i] as number] as string, score: value });
  return pairs;
}
