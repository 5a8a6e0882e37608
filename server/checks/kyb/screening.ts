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

/** For what somebody is listed, by the check that it is a matter of; every topic belongs to one. */
const TOPICS_OF_CHECK = {
  sanctions: ['sanction'],
  watchlists: ['crime', 'export_control', 'debarment', 'other'],
  pep: ['pep', 'relative_or_associate'],
  adverse_media: ['adverse_media'],
} as const satisfies Record<KybScreeningCheck, readonly Topic[]>;

export interface KybScreeningInput extends Omit<ScreeningInput, 'hits' | 'searched'> {
  /** What the search of `searched` gave, by party; one entry may have come up for several names of a party. */
  hits: readonly PartyHit[];
  searched: KybScreeningResult['searched'];
  /** Parties with a name that no list could be searched for. */
  unsearchable: readonly PartyId[];
  submission: { representatives: readonly Pick<Representative, 'id'>[]; ubos: readonly Pick<Ubo, 'id'>[] };
}

/**
 * What the search for a company and everybody around it means, by topic: a hit whose entry is listed for several stands in each
 * of their checks, by the thresholds of the check's own topics. The sanctions check needs lists as the screening of a person does; each
 * of the others says that it did not run where no loaded list is of its kind, or one of them is stale and nothing was found.
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

/** What the hit means for these topics; nothing where its entry is listed for others alone. */
function findingOf(hit: PartyHit, ofCheck: readonly Topic[], { submission, policy }: KybScreeningInput): Finding[] {
  const topics = countingTopics(hit, policy).filter((topic) => ofCheck.includes(topic));
  const graded = topics.length === 0 ? null : gradeHit(hit, topics, policy);
  if (graded === null) return [];
  const finding = hitFinding(graded, topics, policy);
  const { party } = hit;
  return [{ ...finding, field: fieldOf(party, submission), evidence: { ...finding.evidence, party } }];
}

/** Those of the lists that hold entries which the check is about. */
export function listsOfCheck(name: KybScreeningCheck, lists: readonly SearchedList[]): SearchedList[] {
  const topics: readonly Topic[] = TOPICS_OF_CHECK[name];
  return lists.filter((list) => topics.some((topic) => holdsTopic(list, topic)));
}

/** What keeps the check from being whole. A stale list is told of by the checks that it is for. */
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

/** Where a party stands in what was submitted; `register`: it does not, a register names it. */
function fieldOf(party: PartyId, { representatives, ubos }: KybScreeningInput['submission']): string {
  if (party === COMPANY_PARTY) return 'company';
  const representative = representatives.findIndex(({ id }) => id === party);
  if (representative !== -1) return `representatives[${representative}]`;
  const ubo = ubos.findIndex(({ id }) => id === party);
  return ubo === -1 ? 'register' : `ubos[${ubo}]`;
}
