import { setImmediate } from 'node:timers/promises';

/** The faces of one person, as embedded by the face engine. */
export interface Person {
  embeddings: readonly ArrayLike<number>[];
}

/** The face match scores, 0..1, that a policy compares with: a match from `match_from` up, a different person under `review_from`. */
export interface FaceLimits {
  match_from: number;
  review_from: number;
}

/** A share of pairs, 0..1, with its 95 % confidence interval. */
export interface Rate {
  count: number;
  of: number;
  share: number;
  low: number;
  high: number;
}

/** The result of applying the two limits to the pairs. */
export interface LimitsMeasured {
  limits: FaceLimits;
  /** The share of pairs of two different people that match (false match rate: ISO/IEC 19795-1). */
  falseMatches: Rate;
  /** The share of pairs of the same person that are refused as different. */
  refused: Rate;
  /** The share of pairs of the same person that go to a reviewer. */
  reviewed: Rate;
}

/** The pairs whose score is at least `from` and below `to`. The last band includes 1. */
export interface Band {
  from: number;
  to: number;
  same: number;
  different: number;
}

export interface Calibration {
  people: number;
  pictures: number;
  samePairs: number;
  differentPairs: number;
  bands: Band[];
  inForce: LimitsMeasured;
  /** Null if there are too few people to prove any limit. */
  proposed: LimitsMeasured | null;
}

/** The proposed limits let at most this share of strangers match, by the upper end of its interval: one in ten thousand. */
export const FALSE_MATCH_SHARE_MAX = 0.0001;
/** The proposed limits refuse at most this share of the pairs of one person. */
export const REFUSED_SHARE_MAX = 0.005;
/** Fewer people with two pictures cannot support a share of half a percent. */
export const PEOPLE_MIN = 200;
/** Scores have four decimals. Limits are proposed with three. */
const SCORE_STEPS = 10_000;
const LIMIT_STEPS = 1_000;
const BAND_EDGES = [0, 0.001, 0.01, 0.05, 0.2, 0.5, 0.8, 0.95, 0.99, 0.999, 1];

/**
 * Measures how the scores of same-person and different-person pairs are distributed, and what the limits make of them. It compares every picture with
 * every other one, and yields to other work in between. Throws `RangeError` if there is no pair of either kind.
 * @param compare returns a score of 0..1
 */
export async function calibrate(
  people: readonly Person[],
  compare: (a: ArrayLike<number>, b: ArrayLike<number>) => number,
  inForce: FaceLimits,
): Promise<Calibration> {
  const counts = await countScores(people, compare);
  const [same, different] = [tallyOf(counts.same), tallyOf(counts.different)];
  if (same.all === 0 || different.all === 0)
    throw new RangeError('there are no pairs of the same person, or none of two people');
  const independent = independentOf(people);
  const measure = (limits: FaceLimits): LimitsMeasured => ({
    limits,
    falseMatches: rate(different.from(limits.match_from), different.all, independent.different),
    refused: rate(same.all - same.from(limits.review_from), same.all, independent.same),
    reviewed: rate(same.from(limits.review_from) - same.from(limits.match_from), same.all, independent.same),
  });
  const proposed = proposeLimits(measure, independent.same);
  return {
    people: people.length,
    pictures: people.reduce((sum, { embeddings }) => sum + embeddings.length, 0),
    samePairs: same.all,
    differentPairs: different.all,
    bands: BAND_EDGES.slice(1).map((to, i) => {
      const from = BAND_EDGES[i] as number;
      const within = ({ all, from: atLeast }: ReturnType<typeof tallyOf>) =>
        (from === 0 ? all : atLeast(from)) - (to === 1 ? 0 : atLeast(to));
      return { from, to, same: within(same), different: within(different) };
    }),
    inForce: measure(inForce),
    proposed: proposed && measure(proposed),
  };
}

/** Returns the lowest match limit and the highest refusal limit that keep both shares above. */
function proposeLimits(measure: (limits: FaceLimits) => LimitsMeasured, people: number): FaceLimits | null {
  if (people < PEOPLE_MIN) return null;
  const steps = Array.from({ length: LIMIT_STEPS }, (_, i) => (i + 1) / LIMIT_STEPS);
  const match_from = steps.find((limit) => {
    const { falseMatches } = measure({ match_from: limit, review_from: limit });
    return falseMatches.high <= FALSE_MATCH_SHARE_MAX;
  });
  if (match_from === undefined) return null;
  const review_from = steps.findLast(
    (limit) => limit <= match_from && measure({ match_from, review_from: limit }).refused.share <= REFUSED_SHARE_MAX,
  );
  return { match_from, review_from: review_from ?? 0 };
}

async function countScores(
  people: readonly Person[],
  compare: (a: ArrayLike<number>, b: ArrayLike<number>) => number,
): Promise<{ same: Uint32Array; different: Uint32Array }> {
  const faces = people.flatMap(({ embeddings }, person) => embeddings.map((embedding) => ({ person, embedding })));
  const counts = { same: new Uint32Array(SCORE_STEPS + 1), different: new Uint32Array(SCORE_STEPS + 1) };
  for (const [i, a] of faces.entries()) {
    await setImmediate();
    for (let j = 0; j < i; j++) {
      const b = faces[j] as (typeof faces)[number];
      const into = a.person === b.person ? counts.same : counts.different;
      const at = Math.round(compare(a.embedding, b.embedding) * SCORE_STEPS);
      into[at] = (into[at] as number) + 1;
    }
  }
  return counts;
}

function tallyOf(counts: Uint32Array) {
  const atLeast = new Float64Array(counts.length + 1);
  for (let at = counts.length - 1; at >= 0; at--) atLeast[at] = (atLeast[at + 1] as number) + (counts[at] as number);
  return {
    all: atLeast[0] as number,
    /** Counts the pairs with this score, 0..1, or more. */
    from: (score: number) => atLeast[Math.ceil(Math.round(score * SCORE_STEPS * 100) / 100)] as number,
  };
}

/** Pairs of one person are not independent trials, and neither are pairs of the same two people. Each person, and each two people, count once. */
function independentOf(people: readonly Person[]): { same: number; different: number } {
  return {
    same: people.filter(({ embeddings }) => embeddings.length > 1).length,
    different: (people.length * (people.length - 1)) / 2,
  };
}

function rate(count: number, of: number, independent: number): Rate {
  return { count, of, share: count / of, ...proportionInterval(count / of, Math.min(of, independent)) };
}

/** The standard normal quantile for a two-sided 95 % interval. */
const Z = 1.959964;

/**
 * Returns the 95 % interval of a share, 0..1, seen in `trials` independent trials (Wilson, "Probable inference, the law of
 * succession, and statistical inference", 1927). Throws `RangeError` if there was no trial.
 */
export function proportionInterval(share: number, trials: number): { low: number; high: number } {
  if (!(trials > 0)) throw new RangeError('a share of no trials has no interval');
  const square = Z * Z;
  const centre = share + square / (2 * trials);
  const half = Z * Math.sqrt((share * (1 - share)) / trials + square / (4 * trials * trials));
  const scale = 1 + square / trials;
  return { low: Math.max(0, (centre - half) / scale), high: Math.min(1, (centre + half) / scale) };
}
