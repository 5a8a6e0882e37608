import type { ExplainedScore } from '../../names/pair-rules.ts';
import type { HitFeature } from '../hits.ts';
import type { BirthAgreement } from './birth.ts';
import type { NameFactors } from './name-factor.ts';

/** A fact besides the name that query and entry both have, compared. */
export interface Fact {
  name: 'birth_date' | 'gender' | 'country' | 'address' | 'identifier';
  query: string;
  candidate: string;
  /** For birth dates: what of them agrees. */
  agreement?: BirthAgreement;
  /** How well it agrees, 0..1. */
  grade: number;
  /** By the table of `effects.ts`: score points, or for an agreeing birth date a share of what is lacking. Negative: it contradicts. */
  effect: number;
  /** The minimum score, whatever the other facts. */
  floor?: number;
}

export interface MatchScore {
  /** 0..1, four decimals. */
  score: number;
  /** Of the name alone, reduced if it is weak; 0..1, four decimals. */
  nameScore: number;
  /** What made the score: their contributions add up to it. */
  features: HitFeature[];
}

/**
 * Returns the score of a name and of its facts, in the order of `effects.ts`: the name, what agrees (the birth date first; up to
 * 1), what contradicts (down to 0), and the floor of an equal number.
 */
export function scoreMatch(match: ExplainedScore, factors: NameFactors, facts: readonly Fact[]): MatchScore {
  const features = nameFeatures(match);
  let nameScore = match.score;
  for (const [name, weight] of [
    ['weak_name', factors.quality],
    ['other_script', factors.script],
  ] as const) {
    if (weight === 1) continue;
    const contribution = nameScore * (weight - 1);
    features.push({ name, query: '', candidate: '', score: 0, weight, contribution });
    nameScore += contribution;
  }
  let total = nameScore;
  const note = (fact: Fact, next: number): void => {
    features.push(featureOf(fact, next - total));
    total = next;
  };
  for (const fact of facts) if (fact.effect >= 0) note(fact, Math.min(1, total + gainOf(fact, total)));
  for (const fact of facts) if (fact.effect < 0) note(fact, Math.max(0, total + fact.effect));
  const floor = facts.reduce((highest, fact) => Math.max(highest, fact.floor ?? 0), 0);
  if (floor > total) {
    const lifting = features.find(({ name: feature }) => feature === 'identifier');
    if (lifting) lifting.contribution = (lifting.contribution ?? 0) + floor - total;
    total = floor;
  }
  const score = round(total);
  return { score, nameScore: round(nameScore), features: roundContributions(features, score) };
}

/** Returns the points that agreement adds: for a birth date, a share of what is lacking. */
function gainOf({ name, effect }: Fact, total: number): number {
  return name === 'birth_date' ? effect * (1 - total) : effect;
}

/** Each pair of words has its share of the name's score. A word that only one side has contributes nothing. */
function nameFeatures({ score, pairs }: ExplainedScore): HitFeature[] {
  const agreed = pairs.reduce((sum, { similarity, weight }) => sum + similarity * weight, 0);
  return pairs.map(({ query, candidate, similarity, weight, rule }) => ({
    name: 'name',
    query,
    candidate,
    rule,
    score: round(similarity),
    weight: round(weight),
    contribution: agreed === 0 ? 0 : (score * similarity * weight) / agreed,
  }));
}

function featureOf({ name, query, candidate, agreement, grade, effect }: Fact, contribution: number): HitFeature {
  const compared = agreement === undefined ? {} : { agreement };
  return { name, query, candidate, ...compared, score: round(grade), weight: effect, contribution };
}

/** Rounds each to four decimals. The rounding error goes to the largest, so that they still add up to the score. */
function roundContributions(features: HitFeature[], score: number): HitFeature[] {
  const rounded = features.map((feature) => ({ ...feature, contribution: round(feature.contribution ?? 0) }));
  const rest = score - rounded.reduce((sum, { contribution }) => sum + contribution, 0);
  let largest = rounded[0];
  for (const feature of rounded) if (largest && feature.contribution > largest.contribution) largest = feature;
  if (largest) largest.contribution = round(largest.contribution + rest);
  return rounded;
}

/** Rounds to four decimals, so that sums of the effects compare as they are written. */
function round(value: number): number {
  return Math.round(value * 1e4) / 1e4 + 0;
}
