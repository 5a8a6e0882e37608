import type { Topic } from '../screening/types.ts';
import { makeFinding } from './findings.ts';
import { concludeCheck, type Policy } from './policy.ts';
import { countingTopics, listedTopics } from './ruled-out.ts';
import { thresholdRules, topicsOf } from './thresholds.ts';
import type { CheckResult, Finding, Hit, ScreeningResult, SearchedList } from './types.ts';

export interface ScreeningInput {
  /** The results of searching `searched`. One entry may have been found by several names. */
  hits: readonly Hit[];
  lists: readonly SearchedList[];
  searched: ScreeningResult['searched'];
  /** False: the lists could not be searched, whatever the other fields say. */
  ready: boolean;
  policy: Policy;
}

/**
 * Concludes what the search of the watchlists means. It passed only if a name was searched in lists that are all fresh, that
 * include the topics that the policy requires, and nothing was found. A hit counts however old its list is. Without a hit, a
 * missing name, list or topic, a stale list, or lists that are still loading leave the check undone.
 */
export function checkScreening({ hits, lists, searched, ready, policy }: ScreeningInput): ScreeningResult {
  const kept = keepHits(hits, policy);
  const undone = [
    ...(searched.length === 0 ? [makeFinding('name_missing')] : []),
    ...(ready ? findListFaults(lists, policy) : [makeFinding('lists_not_ready')]),
  ];
  const found = kept
    .filter(({ ruled_out }) => ruled_out?.whole !== true)
    .map((hit) => hitFinding(hit, countingTopics(hit, policy), policy));
  return { ...concludeSearch(found, undone, policy), hits: kept, lists: [...lists], searched };
}

/**
 * Concludes a check from what was found and from what kept the search from being complete. An incomplete search never passes,
 * whether something was found or not.
 */
export function concludeSearch(found: readonly Finding[], undone: readonly Finding[], policy: Policy): CheckResult {
  const findings = [...found, ...undone];
  const isClear = found.every(({ code }) => code === 'hit_dismissed');
  return isClear && undone.length > 0 ? { passed: null, findings } : concludeCheck(findings, policy);
}

/** Returns what keeps a search of these lists from proving that a person is on none: no lists, stale ones, required topics missing. */
export function findListFaults(lists: readonly SearchedList[], policy: Policy): Finding[] {
  if (lists.length === 0) return [makeFinding('no_list_loaded')];
  const missing = policy.screening.required_topics.filter((topic) => !lists.some((list) => holdsTopic(list, topic)));
  return [
    ...findStaleLists(lists),
    ...missing.map((topic) => makeFinding('list_topic_missing', { evidence: { topic } })),
  ];
}

export function findStaleLists(lists: readonly SearchedList[]): Finding[] {
  const stale = lists.filter((list) => list.stale);
  return stale.map(({ id, name, version, age_days }) =>
    makeFinding('list_stale', { evidence: { list_id: id, list: name, version, age_days } }),
  );
}

/** An older version of the program did not report the topics of a list. Such a list counts as holding all topics. */
export function holdsTopic({ topics }: SearchedList, topic: Topic): boolean {
  return topics === undefined || topicsOf(topics as Topic[]).includes(topic);
}

/**
 * Returns each entry once, by its best hit: confirmed ones first, then by score, those that are ruled out last. A weak confirmed
 * hit is only a possible one.
 */
export function keepHits(hits: readonly Hit[], policy: Policy): Hit[] {
  const graded = hits
    .filter((hit) => listedTopics(hit, policy).length > 0)
    .map((hit) => gradeHit(hit, topicsOf(hit.entity.topics as Topic[]), policy))
    .filter((hit) => hit !== null);
  const rank = ({ strength, ruled_out }: Hit): number =>
    ruled_out?.whole === true ? 2 : Number(strength !== 'confirmed');
  graded.sort((a, b) => rank(a) - rank(b) || b.score - a.score);
  const seen = new Set<string>();
  return graded.filter(({ list, entity }) => {
    const key = `${list.id} ${entity.id}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Grades the hit by the thresholds of these topics of its entry: no hit under the lower one, a possible hit under the upper. */
export function gradeHit<H extends Hit>(hit: H, topics: readonly Topic[], policy: Policy): H | null {
  const { possible_from, confirmed_from } = thresholdRules(policy).thresholdsFor(hit.list.code, topics);
  if (hit.score < possible_from) return null;
  return hit.score >= confirmed_from ? hit : { ...hit, strength: 'possible' };
}

/** Returns what a hit means for these topics of its listing. */
export function hitFinding(hit: Hit, topics: readonly Topic[], policy: Policy): Finding {
  const evidence = { hit_id: hit.id, entity_id: hit.entity.id, list: hit.list.name, score: hit.score };
  if (hit.dismissed) return makeFinding('hit_dismissed', { evidence: { ...evidence, by: hit.dismissed.by } });
  if (hit.strength === 'possible') return makeFinding('hit_possible', { evidence });
  if (topics.some((topic) => policy.screening.topics[topic].fails)) return makeFinding('hit_confirmed', { evidence });
  return makeFinding('hit_confirmed_for_review', { evidence: { ...evidence, topics: [...topics] } });
}
