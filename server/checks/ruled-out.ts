import { isoTime } from '../lib/clock.ts';
import { LIMITS } from '../lib/limits.ts';
import { compareTexts } from '../lib/text.ts';
import type { ListSearch, SearchQuery } from '../screening/search.ts';
import type { ListRole, Topic } from '../screening/types.ts';
import type { Policy } from './policy.ts';
import { topicsOf } from './thresholds.ts';
import type { Hit, RuledOutReason } from './types.ts';

/** The topic that a policy can rule out. A hit stays listed for it all the same. */
const TOPIC: Topic = 'pep';

/** Returns the topics for which the entry is listed, without those that do not count by the policy, or were ruled out when it was searched. */
export function countingTopics(hit: Hit, policy: Policy): Topic[] {
  return listedTopics(hit, policy).filter((topic) => !hit.ruled_out?.topics.includes(topic));
}

/** Returns the same topics, including those that were ruled out. */
export function listedTopics({ entity }: Pick<Hit, 'entity'>, { screening }: Policy): Topic[] {
  return topicsOf(entity.topics as Topic[]).filter((topic) => screening.topics[topic].counts);
}

/** Whether a hit still counts: it was not dismissed, and the policy has not ruled out everything that it is listed for. */
export function isStanding({ dismissed, ruled_out }: Pick<Hit, 'dismissed' | 'ruled_out'>): boolean {
  return dismissed === undefined && ruled_out?.whole !== true;
}

/**
 * Returns a search by the policy's rules on offices (`screening.pep_levels`, `screening.pep_years_after_office`) at this time.
 * Hits with no remaining topic are marked, go after all others, and do not use up their places.
 */
export function searchByOffices(search: ListSearch['search'], policy: Policy, nowMs: number): ListSearch['search'] {
  const judge = (query: SearchQuery): Hit[] => search(query).map((hit) => ruleOut(hit, policy, nowMs));
  const isWhole = ({ ruled_out }: Hit): boolean => ruled_out?.whole === true;
  return (query) => {
    const limit = query.limit ?? LIMITS.hitsMax;
    const hits = judge(query);
    const all =
      hits.length < limit || !hits.some(isWhole) ? hits : judge({ ...query, limit: LIMITS.searchCandidatesMax });
    return [...all.filter((hit) => !isWhole(hit)), ...all.filter(isWhole)].slice(0, limit);
  };
}

/**
 * Marks a hit as ruled out if its entry is listed for offices and none of these counts: each has a level that does not count, or was left longer ago
 * than the policy looks back. An office without a level, or without a known end, counts. So does an entry without offices.
 */
export function ruleOut(hit: Hit, policy: Policy, nowMs: number): Hit {
  const { roles = [], topics } = hit.entity;
  if (!topics.includes(TOPIC) || !policy.screening.topics[TOPIC].counts || roles.length === 0) return hit;
  const reasons = roles.map((role) => reasonOf(role, policy, nowMs));
  if (!reasons.every((reason) => reason !== null)) return hit;
  const told = summed(reasons);
  const whole = listedTopics(hit, policy).every((topic) => topic === TOPIC);
  return { ...hit, ruled_out: { topics: [TOPIC], whole, reasons: told, explanation: told.map(explain).join(' ') } };
}

/** Why an office does not count. null: it does. */
function reasonOf({ level, until }: ListRole, { screening }: Policy, nowMs: number): RuledOutReason | null {
  const { pep_levels, pep_years_after_office: years = null } = screening;
  if (level !== undefined && !pep_levels.includes(level)) return { rule: 'office_level', level };
  if (until === undefined || years === null) return null;
  return lastDay(until, years) < isoTime(nowMs).slice(0, 10) ? { rule: 'office_left', until, years } : null;
}

/** Returns the last day on which an office counts that was left on a date whose day, or month, may not be known. */
function lastDay(until: string, years: number): string {
  const [year = '', month = '12', day = '31'] = until.split('-');
  return `${String(Number(year) + years).padStart(4, '0')}-${month}-${day}`;
}

/** Of former offices the last one, then each level once. */
function summed(reasons: readonly RuledOutReason[]): RuledOutReason[] {
  const left = reasons
    .filter(({ rule }) => rule === 'office_left')
    .toSorted((a, b) => compareTexts(untilOf(b), untilOf(a)));
  const levels = new Map(reasons.flatMap((reason) => (reason.rule === 'office_level' ? [[reason.level, reason]] : [])));
  return [...left.slice(0, 1), ...levels.values()];
}

const untilOf = (reason: RuledOutReason): string => (reason.rule === 'office_left' ? lastDay(reason.until, 0) : '');

function explain(reason: RuledOutReason): string {
  if (reason.rule === 'office_level') return `Under the policy, offices of the level ${reason.level} do not count.`;
  const { until, years } = reason;
  return `Left office ${until.length === 10 ? 'on' : 'in'} ${until}, more than ${years} ${years === 1 ? 'year' : 'years'} ago.`;
}
