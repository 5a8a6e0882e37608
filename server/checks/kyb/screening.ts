import type { Topic } from '../../screening/types.ts';
import { makeFinding } from '../findings.ts';
import { countingTopics } from '../ruled-out.ts';
import type { ScreeningInput } from '../screening.ts';
import {
  concludeSearch,
  findListFaults,
  findStaleLists,
  gradeHit,
  hitFinding,
  holdsTopic,
  keepHits,
} from '../screening.ts';
import type { CheckResult, Finding, SearchedList } from '../types.ts';
import {
  COMPANY_PARTY,
  type KybScreeningCheck,
  type KybScreeningResult,
  type PartyHit,
  type PartyId,
  type Representative,
  type Ubo,
} from './types.ts';

/** The topics of each check. Every topic belongs to one check. */
const TOPICS_OF_CHECK = {
  sanctions: ['sanction'],
  watchlists: ['crime', 'export_control', 'debarment', 'other'],
  pep: ['pep', 'relative_or_associate'],
  adverse_media: ['adverse_media'],
} as const satisfies Record<KybScreeningCheck, readonly Topic[]>;

export interface KybScreeningInput extends Omit<ScreeningInput, 'hits' | 'searched'> {
  /** The results of searching `searched`, by party. One entry may have been found by several names of a party. */
  hits: readonly PartyHit[];
  searched: KybScreeningResult['searched'];
  /** Parties without a name that a list could be searched for. */
  unsearchable: readonly PartyId[];
  submission: { representatives: readonly Pick<Representative, 'id'>[]; ubos: readonly Pick<Ubo, 'id'>[] };
}

/**
 * Concludes what the search for a company and everyone around it means, by topic. A hit whose entry is listed for several topics appears in each of
 * their checks, by the thresholds of the check's own topics. The sanctions check needs lists as a person's screening does. Each of the others reports
 * that it did not run if no loaded list is of its kind, or if one of them is stale and nothing was found.
 */
export function checkKybScreening(input: KybScreeningInput): KybScreeningResult {
  const { lists, searched } = input;
  const parties = [...new Set(searched.map(({ party }) => party))];
  const hits = parties.flatMap((party) => keepPartyHits(party, input));
  const check = (name: KybScreeningCheck): CheckResult => checkTopics(name, hits, input);
  return {
    sanctions: check('sanctions'),
    watchlists: check('watchlists'),
    pep: check('pep'),
    adverse_media: check('adverse_media'),
    hits,
    lists: [...lists],
    searched,
  };
}

function keepPartyHits(party: PartyId, { hits, policy }: KybScreeningInput): PartyHit[] {
  const own = hits.filter((hit) => hit.party === party);
  return keepHits(own, policy).map((hit) => ({ ...hit, party }));
}

function checkTopics(name: KybScreeningCheck, hits: readonly PartyHit[], input: KybScreeningInput): CheckResult {
  const found = hits.flatMap((hit) => findingOf(hit, TOPICS_OF_CHECK[name], input));
  return concludeSearch(found, findFaults(name, input), input.policy);
}

/** Returns what the hit means for these topics, or nothing if its entry is listed only for others. */
function findingOf(hit: PartyHit, ofCheck: readonly Topic[], { submission, policy }: KybScreeningInput): Finding[] {
  const topics = countingTopics(hit, policy).filter((topic) => ofCheck.includes(topic));
  const graded = topics.length === 0 ? null : gradeHit(hit, topics, policy);
  if (graded === null) return [];
  const finding = hitFinding(graded, topics, policy);
  const { party } = hit;
  return [{ ...finding, field: fieldOf(party, submission), evidence: { ...finding.evidence, party } }];
}

/** Returns the lists with entries that the check is about. */
export function listsOfCheck(name: KybScreeningCheck, lists: readonly SearchedList[]): SearchedList[] {
  const topics: readonly Topic[] = TOPICS_OF_CHECK[name];
  return lists.filter((list) => topics.some((topic) => holdsTopic(list, topic)));
}

/** Reports what keeps the check from being complete. Each check reports stale lists of its own kind. */
function findFaults(name: KybScreeningCheck, input: KybScreeningInput): Finding[] {
  const { lists, unsearchable, ready, submission, policy } = input;
  if (!ready) return [makeFinding('lists_not_ready')];
  const holding = listsOfCheck(name, lists);
  const unnamed = unsearchable.map((party) =>
    makeFinding('name_not_searchable', { field: fieldOf(party, submission), evidence: { party } }),
  );
  const faults = [...findStaleLists(holding), ...unnamed];
  if (name === 'sanctions') {
    return [...faults, ...findListFaults(lists, policy).filter(({ code }) => code !== 'list_stale')];
  }
  if (holding.length > 0) return faults;
  return [makeFinding('list_kind_missing', { evidence: { topics: [...TOPICS_OF_CHECK[name]] } })];
}

/** Returns the path of a party in the submission, or `register` if it was not submitted but a register names it. */
function fieldOf(party: PartyId, { representatives, ubos }: KybScreeningInput['submission']): string {
  if (party === COMPANY_PARTY) return 'company';
  const representative = representatives.findIndex(({ id }) => id === party);
  if (representative !== -1) return `representatives[${representative}]`;
  const ubo = ubos.findIndex(({ id }) => id === party);
  return ubo === -1 ? 'register' : `ubos[${ubo}]`;
}
