import type { z } from 'zod';
import type { hitSchema } from '../../server/contract/checks.ts';
import { fieldValue, formatCountry, plural, t, textFor } from '../text/text.ts';

export type HitAnswer = z.output<typeof hitSchema>;

/** A word of the searched name and its counterpart in the listed name; empty if one of them has none. */
export interface TokenPair {
  asked: string;
  found: string;
  /** 0..1 */
  score: number;
  similarity: 'same' | 'near' | 'far' | 'missing';
  /** Why the words match, or why one has no counterpart. Missing: an older version made the hit. */
  rule?: NonNullable<HitAnswer['features'][number]['rule']>;
}

/** A fact other than the name that both have. */
export interface HitFact {
  name: string;
  asked: string;
  found: string;
  verdict: 'agrees' | 'contradicts' | 'open';
  /** For birth dates: which part matches. */
  agreement?: NonNullable<HitAnswer['features'][number]['agreement']>;
  /** Contribution to the score; negative: lowers it. */
  contribution: number;
}

/** A pair of words with at least this similarity is shown as close. Only for display. */
const NEAR_FROM = 0.8;

/** Returns the aligned words of both names, in the order of the score. */
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

/** Returns what else was compared. A factor of the name's quality has no values, and is not a fact. */
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

/** Returns what lowered the name's score: `weak_name`, `other_script`. */
export function hitFactors({ features }: Pick<HitAnswer, 'features'>): { name: string; contribution: number }[] {
  return features
    .filter(({ name, query, candidate }) => name !== 'name' && query === '' && candidate === '')
    .map(({ name, contribution = 0 }) => ({ name, contribution }));
}

type Office = NonNullable<HitAnswer['entity']['roles']>[number];

/** Returns an office on one line: its title, place, level, and from when to when it was held. */
export function officeText({ title, country, level, from, until }: Office): string {
  const about = [title, country && formatCountry(country), level && levelLabel(level)].filter(Boolean).join(', ');
  const [since, end] = [from, until].map((date) => (date === undefined ? '' : fieldValue('date', date)));
  return from || until ? `${about} (${since}–${end})` : about;
}

type Reason = NonNullable<HitAnswer['ruled_out']>['reasons'][number];

/** Returns why the policy does not count a person's offices. */
export function ruledOutText(reason: Reason): string {
  if (reason.rule === 'office_level') return t('hit.office_level', { level: levelLabel(reason.level) });
  return plural('hit.office_left', reason.years, { until: fieldValue('date', reason.until) });
}

const levelLabel = (level: string): string => textFor(`office.${level}`) ?? level;
