import type { ThresholdRules, Thresholds } from '../screening/match/rules.ts';
import type { Topic } from '../screening/types.ts';
import type { Policy } from './policy.ts';

/** Entries that are listed for no topic count as this one. */
const TOPIC_UNKNOWN: Topic = 'other';

/** Returns the topics of an entry. There is always at least one. */
export function topicsOf(topics: readonly Topic[]): readonly Topic[] {
  return topics.length === 0 ? [TOPIC_UNKNOWN] : topics;
}

/**
 * Returns the thresholds of the policy: a list's own go before those of topics, and these before the common ones. If an entry has
 * several topics, the lowest threshold counts.
 */
export function thresholdRules({ screening }: Policy): ThresholdRules {
  const of = (which: keyof Thresholds, listCode: string, topics: readonly Topic[]): number =>
    screening.lists[listCode]?.[which] ??
    Math.min(...topicsOf(topics).map((topic) => screening.topics[topic][which] ?? screening[which]));
  const ownOnes = [...Object.values(screening.topics), ...Object.values(screening.lists)];
  return {
    thresholdsFor: (listCode, topics) => ({
      possible_from: of('possible_from', listCode, topics),
      confirmed_from: of('confirmed_from', listCode, topics),
    }),
    lowestPossible: Math.min(screening.possible_from, ...ownOnes.map(({ possible_from = 1 }) => possible_from)),
  };
}
