import type { Policy } from '../decision/policy.ts';
import type { Topic } from '../screening/types.ts';
import { concludeCheck } from './conclude.ts';
import { makeFinding } from './findings.ts';
import { thresholdRules, topicsOf } from './thresholds.ts';
import type { Finding, Hit, ScreeningResult, SearchedList } from './types.ts';

export interface ScreeningInput {
  /** What the search of `searched` gave; one entry may have come up for several names. */
  hits: readonly Hit[];
  lists: readonly SearchedList[];
  searched: ScreeningResult['searched'];
  /** False: the lists could not be searched, whatever else is said. */
  ready: boolean;
  policy: Policy;
}

/**
 * What the search of the watchlists means. Passed only where a name was searched in lists that are all fresh, among them
 * the topics that the policy requires, and nothing was found; a hit counts however old its list is; without one, a
 * missing name, list or topic, a stale list, or lists that are still being loaded leave the check undone.
 */
export function checkScreening({ hits, lists, searched, ready, policy }: ScreeningInput): ScreeningResult {
  const kept = keepHits(hits, policy);
  const undone = [
    ...(searched.length === 0 ? [makeFinding('name_missing')] : []),
    ...(ready ? findListFaults(lists, policy) : [makeFinding('lists_not_ready')]),
  ];
  const findings = [...kept.map((hit) => hitFinding(hit, policy)), ...undone];
  const shown = { hits: kept, lists: [...lists], searched };
  if (kept.every(isDismissed) && undone.length > 0) return { passed: null, findings, ...shown };
  return { ...concludeCheck(findings, policy), ...shown };
}

/** What keeps a search of these lists from meaning that somebody is on none: none, stale ones, required topics missing. */
export function findListFaults(lists: readonly SearchedList[], policy: Policy): Finding[] {
  if (lists.length === 0) return [makeFinding('no_list_loaded')];
  const stale = lists.filter((list) => list.stale);
  const missing = policy.screening.required_topics.filter((topic) => !lists.some((list) => holdsTopic(list, topic)));
  return [
    ...stale.map(({ id, name, version, age_days }) =>
      makeFinding('list_stale', { evidence: { list_id: id, list: name, version, age_days } }),
    ),
    ...missing.map((topic) => makeFinding('list_topic_missing', { evidence: { topic } })),
  ];
}

/** An older version of the program did not tell the topics of a list; nothing is held against it. */
export function holdsTopic({ topics }: SearchedList, topic: Topic): boolean {
  return topics === undefined || topics.includes(topic);
}

/** Each entry once, by its best hit, confirmed ones first, then by score; a weak confirmed hit is only a possible one. */
function keepHits(hits: readonly Hit[], policy: Policy): Hit[] {
  const { thresholdsFor } = thresholdRules(policy);
  const graded = hits.flatMap((hit): Hit[] => {
    const { possible_from, confirmed_from } = thresholdsFor(hit.list.code, topicsOfHit(hit));
    if (hit.score < possible_from || !countingTopics(hit, policy).length) return [];
    return [hit.score >= confirmed_from ? hit : { ...hit, strength: 'possible' }];
  });
  graded.sort((a, b) => Number(b.strength === 'confirmed') - Number(a.strength === 'confirmed') || b.score - a.score);
  const seen = new Set<string>();
  return graded.filter(({ list, entity }) => {
    const key = `${list.id} ${entity.id}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function hitFinding(hit: Hit, policy: Policy): Finding {
  const evidence = { hit_id: hit.id, entity_id: hit.entity.id, list: hit.list.name, score: hit.score };
  if (isDismissed(hit)) return makeFinding('hit_dismissed', { evidence: { ...evidence, by: hit.dismissed?.by ?? '' } });
  if (hit.strength === 'possible') return makeFinding('hit_possible', { evidence });
  const topics = countingTopics(hit, policy);
  if (topics.some((topic) => policy.screening.topics[topic].fails)) return makeFinding('hit_confirmed', { evidence });
  return makeFinding('hit_confirmed_for_review', { evidence: { ...evidence, topics } });
}

function isDismissed({ dismissed }: Hit): boolean {
  return dismissed !== undefined;
}

function topicsOfHit({ entity }: Hit): readonly Topic[] {
  return topicsOf(entity.topics as Topic[]);
}

function countingTopics(hit: Hit, { screening }: Policy): Topic[] {
  return topicsOfHit(hit).filter((topic) => screening.topics[topic].counts);
}
