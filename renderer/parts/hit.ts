import type { z } from 'zod';
import type { hitSchema } from '../../server/contract/checks.ts';
import { fieldValue, formatCountry, plural, t, textFor } from '../text/text.ts';

export type HitAnswer = z.output<typeof hitSchema>;

/** A word of the name that was asked and its counterpart in the listed one; empty where one side has none. */
export interface TokenPair {
  asked: string;
  found: string;
  /** 0..1 */
  score: number;
  similarity: 'same' | 'near' | 'far' | 'missing';
  /** Why they stand for each other, or why one has none. Absent: an older version made the hit. */
  rule?: NonNullable<HitAnswer['features'][number]['rule']>;
}

/** A fact beside the name that both sides have. */
export interface HitFact {
  name: string;
  asked: string;
  found: string;
  verdict: 'agrees' | 'contradicts' | 'open';
  /** Of birth dates: what of them agrees. */
  agreement?: NonNullable<HitAnswer['features'][number]['agreement']>;
  /** Of the score; negative: it takes from it. */
  contribution: number;
}

/** From this similarity on a pair of words is shown as near. It marks, and decides nothing. */
const NEAR_FROM = 0.8;

/** How the words of both names stand over against each other, in the order of the score. */
export function tokenPairs({ features }: Pick<HitAnswer, 'features'>): TokenPair[] {
  return features
    .filter(({ name }) => name === 'name')
    .map(({ query, candidate, score, rule }) => ({
      asked: query,
      found: candidate,
      score,
      similarity: similarity(query, candidate, score),
      ...(rule && { rule }),
    }));
}

function similarity(asked: string, found: string, score: number): TokenPair['similarity'] {
  if (asked === '' || found === '') return 'missing';
  if (score === 1) return 'same';
  return score >= NEAR_FROM ? 'near' : 'far';
}

/** What else was compared. A factor of the name's quality has no values of its own, and is no fact. */
export function hitFacts({ features }: Pick<HitAnswer, 'features'>): HitFact[] {
  return features
    .filter(({ name, query, candidate }) => name !== 'name' && (query !== '' || candidate !== ''))
    .map(({ name, query, candidate, agreement, weight, contribution = 0 }) => ({
      name,
      asked: query,
      found: candidate,
      verdict: weight > 0 ? 'agrees' : weight < 0 ? 'contradicts' : 'open',
      ...(agreement && { agreement }),
      contribution,
    }));
}

/** What weighed the name's score down: `weak_name`, `other_script`. */
export function hitFactors({ features }: Pick<HitAnswer, 'features'>): { name: string; contribution: number }[] {
  return features
    .filter(({ name, query, candidate }) => name !== 'name' && query === '' && candidate === '')
    .map(({ name, contribution = 0 }) => ({ name, contribution }));
}

type Office = NonNullable<HitAnswer['entity']['roles']>[number];

/** An office on one line: what it is, where, its level, and since when until when it was held. */
export function officeText({ title, country, level, from, until }: Office): string {
  const about = [title, country && formatCountry(country), level && levelLabel(level)].filter(Boolean).join(', ');
  const [since, end] = [from, until].map((date) => (date === undefined ? '' : fieldValue('date', date)));
  return from || until ? `${about} (${since}–${end})` : about;
}

type Reason = NonNullable<HitAnswer['ruled_out']>['reasons'][number];

/** Why the policy does not count somebody's offices. */
export function ruledOutText(reason: Reason): string {
  if (reason.rule === 'office_level') return t('hit.office_level', { level: levelLabel(reason.level) });
  return plural('hit.office_left', reason.years, { until: fieldValue('date', reason.until) });
}

const levelLabel = (level: string): string => textFor(`office.${level}`) ?? level;
