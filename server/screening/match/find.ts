import { must } from '../../lib/assert.ts';
import { LIMITS } from '../../lib/limits.ts';
import { type ExplainedScore, explainScore } from '../../names/pair-rules.ts';
import { readName } from '../../names/prepare.ts';
import { scoreNames } from '../../names/score.ts';
import type { PreparedName } from '../../names/word.ts';
import { ownersBorn } from '../loader/births.ts';
import type { LoadedLists } from '../loader/load.ts';
import { knownType, mayBe, type PlaceTable, subjectOf, topicBits } from '../loader/places.ts';
import type { StoredEntry } from '../store/entries.ts';
import type { ListName, Topic } from '../types.ts';
import { wholeDay } from './birth.ts';
import { OTHER_SCRIPT_FACTOR, WEAK_NAME_FACTOR } from './effects.ts';
import { compareFacts, factsConfirm, nameScoreMin, scoreMax } from './facts.ts';
import { compareMatches, type Match } from './hit.ts';
import { lookupForms } from './identifier.ts';
import { isLatin, type NameFactors, nameFactors } from './name-factor.ts';
import type { SearchQuery } from './query.ts';
import type { ThresholdRules } from './rules.ts';
import { scoreMatch } from './score.ts';

/** Below this score names have nothing in common. */
const NAME_SCORE_MIN = 0.3;

/** Rounding to four decimals lifts a score by no more than this. */
const ROUNDING = 1e-4;

/** An entry to examine. Its best name is known if the index found it, but not if a number or the birth date did. */
interface Candidate {
  version: number;
  entity: number;
  /** The index of the name among those of the entry. */
  nameAt: number | null;
  /** The maximum of its score. */
  scoreMax: number;
}

/** Returns the matches on these lists that reach the threshold, best first, up to the limit. */
export function findMatches(lists: LoadedLists, query: SearchQuery, rules: ThresholdRules, limit: number): Match[] {
  const readings = readName(query.name, subjectOf(query.type));
  const matches: Match[] = [];
  const seen = new Set<string>();
  // Entries found by a number or a birth date are compared by all names, so they need not be examined again for one of them.
  const found = [
    ...findByNumber(lists, query),
    ...findByBirth(lists, query),
    ...findByName(lists, query, readings, rules),
  ];
  for (const candidate of found) {
    const key = `${candidate.version} ${candidate.entity}`;
    if (seen.has(key)) continue;
    seen.add(key);
    // Candidates by name are sorted by their maximum score.
    if ((matches[limit - 1]?.scored.score ?? 0) > candidate.scoreMax) break;
    const match = matchCandidate(lists, query, readings, candidate, rules);
    if (match) insert(matches, match);
  }
  return matches.slice(0, limit);
}

/** Inserts a match at its position in the sorted matches. */
function insert(matches: Match[], match: Match): void {
  let [from, until] = [0, matches.length];
  while (from < until) {
    const middle = (from + until) >> 1;
    if (compareMatches(matches[middle] as Match, match) <= 0) from = middle + 1;
    else until = middle;
  }
  matches.splice(from, 0, match);
}

/** Returns the best name of each entry that may reach the threshold with all facts of the query, best first. */
function findByName(
  { names, places, versions }: LoadedLists,
  query: SearchQuery,
  readings: PreparedName[],
  rules: ThresholdRules,
): Candidate[] {
  if (readings.length === 0) return [];
  const scoreMin = Math.max(NAME_SCORE_MIN, nameScoreMin(query, query.threshold ?? rules.lowestPossible));
  const found = names.search(readings, {
    scoreMin,
    limit: LIMITS.searchCandidatesMax,
    ...acceptOf(places, query, searchedVersions(versions, query)),
  });
  const best = new Map<number, { score: number; place: number }>();
  const factorOf = createFactors(places, isLatin(query.name));
  for (const { place, score } of found) {
    const owner = places.owners[place] as number;
    const weighed = score * factorOf(place, owner);
    if (weighed >= scoreMin && weighed > (best.get(owner)?.score ?? 0)) best.set(owner, { score: weighed, place });
  }
  // A number that is too short to look up is still compared, and lifts a score to a floor.
  const isLookedUp = (query.identifiers ?? []).every(({ value }) => lookupForms(value).length > 0);
  const inOrder = [...best].sort(([, a], [, b]) => b.score - a.score);
  return inOrder.map(([owner, { place, score }]) => ({
    version: places.versions[owner] as number,
    entity: places.entities[owner] as number,
    nameAt: place - (places.firstPlaces[owner] as number),
    scoreMax: isLookedUp ? scoreMax(query, score) + ROUNDING : 1,
  }));
}

/** Returns a function that returns the `nameFactors` of a name by its place. */
function createFactors(places: PlaceTable, latin: boolean): (place: number, owner: number) => number {
  const isOther = (place: number): boolean => (places.foreign[place] === 1) === latin;
  const hasSame = (owner: number): boolean => {
    const end = places.firstPlaces[owner + 1] ?? places.owners.length;
    for (let place = places.firstPlaces[owner] as number; place < end; place++) if (!isOther(place)) return true;
    return false;
  };
  return (place, owner) =>
    (places.weak[place] === 1 ? WEAK_NAME_FACTOR : 1) * (isOther(place) && hasSame(owner) ? OTHER_SCRIPT_FACTOR : 1);
}

/** Returns the indexes of the versions that the query searches. null: all. */
function searchedVersions(versions: LoadedLists['versions'], { lists }: SearchQuery): Set<number> | null {
  if (!lists) return null;
  return new Set(versions.flatMap(({ code }, at) => (lists.includes(code) ? [at] : [])));
}

function acceptOf(
  places: PlaceTable,
  { type, topics }: SearchQuery,
  versions: Set<number> | null,
): { accept?: (place: number) => boolean } {
  if (!type && !versions && !topics) return {};
  const wanted = topics ? wantedBits(topics) : 0;
  return {
    accept(place) {
      const owner = places.owners[place] as number;
      if (versions && !versions.has(places.versions[owner] as number)) return false;
      if (topics && ((places.topics[owner] as number) & wanted) === 0) return false;
      return !type || mayBe(places, owner, type);
    },
  };
}

/** An unknown requested topic matches nothing, and not another topic. */
function wantedBits(topics: readonly Topic[]): number {
  return topics.length === 0 ? 0 : topicBits(topics);
}

/** Returns entries with one of the numbers, whatever their names. */
function findByNumber(lists: LoadedLists, query: SearchQuery): Candidate[] {
  const places = searchedVersions(lists.versions, query);
  return (query.identifiers ?? []).flatMap(({ value, country }) =>
    lists.findByNumber(value, country).flatMap(({ entity, versionId }) => {
      const version = lists.versions.findIndex(({ id }) => id === versionId);
      return version < 0 || places?.has(version) === false ? [] : [{ version, entity, nameAt: null, scoreMax: 1 }];
    }),
  );
}

/**
 * Returns entries that list this day of birth, or its month, whatever their names. With that much agreement a part of the name is worth comparing.
 */
function findByBirth({ places, versions }: LoadedLists, query: SearchQuery): Candidate[] {
  const day = query.birthDate === undefined ? null : wholeDay(query.birthDate);
  if (day === null) return [];
  const { accept = () => true } = acceptOf(places, query, searchedVersions(versions, query));
  return ownersBorn(places, day)
    .filter((owner) => accept(places.firstPlaces[owner] as number))
    .map((owner) => ({
      version: places.versions[owner] as number,
      entity: places.entities[owner] as number,
      nameAt: null,
      scoreMax: 1,
    }));
}

function matchCandidate(
  lists: LoadedLists,
  query: SearchQuery,
  readings: PreparedName[],
  { version: at, entity, nameAt }: Candidate,
  rules: ThresholdRules,
): Match | null {
  const version = must(lists.versions[at], 'an entry has a version');
  const entry = lists.entries.get(at, entity);
  if (!entry || !isWanted(entry, query)) return null;
  const names = nameAt === null ? entry.names : [must(entry.names[nameAt], 'an entry has its name')];
  const { name, factors, compared } = bestName(query, readings, names, entry);
  const facts = compareFacts(query, entry);
  const scored = scoreMatch(compared, factors, facts);
  const { possible_from, confirmed_from } = rules.thresholdsFor(version.code, entry.topics);
  const threshold = query.threshold ?? possible_from;
  // A birth date alone makes no entry worth showing. A number does, by its floor.
  const isOther = scored.nameScore < NAME_SCORE_MIN && !facts.some(({ floor }) => floor !== undefined);
  if (scored.score < threshold || isOther) return null;
  const confirmed = scored.nameScore >= confirmed_from && factsConfirm(facts);
  return { entry, name, version, scored, threshold, strength: confirmed ? 'confirmed' : 'possible' };
}

function isWanted(entry: StoredEntry, { type, topics }: SearchQuery): boolean {
  const known = knownType(entry.type, entry.names);
  if (type && known !== type && known !== 'unknown') return false;
  return !topics || (topicBits(entry.topics) & wantedBits(topics)) !== 0;
}

/** Returns the name that agrees best, the first of equals. Without a name in the query it is the first one, with no agreement. */
function bestName(
  query: SearchQuery,
  readings: readonly PreparedName[],
  names: readonly ListName[],
  entry: StoredEntry,
) {
  const first = must(names[0], 'an entry has a name');
  const factorsOf = (name: ListName): NameFactors => nameFactors(query.name, name, entry.names);
  let best = { name: first, factors: factorsOf(first), compared: { score: 0, pairs: [] } as ExplainedScore };
  let bestScore = 0;
  for (const name of names) {
    const factors = factorsOf(name);
    for (const listed of readName(name.name, subjectOf(entry.type))) {
      for (const asked of readings) {
        const compared = scoreNames(asked, listed);
        const score = compared.score * factors.quality * factors.script;
        if (score <= bestScore) continue;
        bestScore = score;
        best = { name, factors, compared: explainScore(compared, asked, listed) };
      }
    }
  }
  return best;
}
