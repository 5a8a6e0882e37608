import type { Hit, SearchedList } from '../checks/types.ts';
import type { Db } from '../db/open.ts';
import { must } from '../lib/assert.ts';
import type { NewId } from '../lib/ids.ts';
import { LIMITS } from '../lib/limits.ts';
import { ageOfList, versionLabel } from './age.ts';
import { alignNames } from './align.ts';
import { loadIndex, type WatchlistIndex } from './load.ts';
import { FACTS_GAIN_MAX, matchName, type NameMatch, type ScoredEntry, type SearchQuery, scoreEntry } from './score.ts';

export type { SearchQuery } from './score.ts';

/** Finds people and companies on the active watchlists. Everything is in memory; calls return at once. */
export interface WatchlistSearch {
  /**
   * Hits at or above the threshold, confirmed ones first, then by score; at most `LIMITS.hitsMax`. A name without a
   * letter or digit finds nothing but its identifiers.
   */
  search(query: SearchQuery): Hit[];
  /** What is searched, and how old it is at `nowMs`. Empty: there is no list, and nothing can be passed. */
  lists(nowMs: number): SearchedList[];
  /** Takes over the lists that are active in the database now: after an import or a roll-back. */
  reload(): void;
}

export interface SearchOptions {
  /** From this score on somebody is shown as a hit, 0..1. */
  possibleMin?: number;
  /** From this score of the name alone on, an equal birth date or identifier confirms it, 0..1. */
  confirmedNameMin?: number;
  hitsMax?: number;
  /** For lists without a limit of their own. */
  ageDaysMax?: number;
}

const DEFAULTS: Required<SearchOptions> = {
  possibleMin: 0.85,
  confirmedNameMin: 0.9,
  hitsMax: LIMITS.hitsMax,
  ageDaysMax: LIMITS.listAgeDaysMax,
};

interface Found {
  owner: number;
  match: NameMatch;
  scored: ScoredEntry;
}

/** The search over the lists that are active in `db`, which it reads at once and again at each `reload()`. */
export function createWatchlistSearch(deps: { db: Db; newId: NewId; options?: SearchOptions }): WatchlistSearch {
  const options = { ...DEFAULTS, ...deps.options };
  let index = loadIndex(deps.db);
  return {
    search(query) {
      return findEntries(index, query, options)
        .sort((a, b) => rank(b) - rank(a))
        .slice(0, options.hitsMax)
        .map((found) => hitOf(index, found, deps.newId('hit')));
    },
    lists: (nowMs) =>
      index.versions.map((version) => {
        const { dated, ageDays, stale } = ageOfList(version, nowMs, options.ageDaysMax);
        const { id, code, name, entries } = version;
        return { id, code, name, version: versionLabel(version), dated, age_days: ageDays, stale, entries };
      }),
    reload() {
      index = loadIndex(deps.db);
    },
  };
}

function findEntries(index: WatchlistIndex, query: SearchQuery, options: Required<SearchOptions>): Found[] {
  const found: Found[] = [];
  for (const [owner, match] of matchNames(index, query, Math.max(0.01, options.possibleMin - FACTS_GAIN_MAX))) {
    const entry = must(index.entries[owner], 'a name belongs to an entry').entry;
    const scored = scoreEntry(query, entry, match, options.confirmedNameMin);
    if (scored.score >= options.possibleMin) found.push({ owner, match, scored });
  }
  return found;
}

/** The best match of each entry that has a promising name or one of the identifiers. */
function matchNames(index: WatchlistIndex, query: SearchQuery, scoreMin: number): Map<number, NameMatch> {
  const words = index.words.weigh(query.name);
  const sameNumber = (query.identifiers ?? []).flatMap((value) => index.findByIdentifier(value));
  const nameIds = [
    ...index.words.findCandidates(words, scoreMin),
    ...sameNumber.flatMap((owner) => index.entries[owner]?.nameIds ?? []),
  ];
  const best = new Map<number, NameMatch>();
  for (const nameId of nameIds) {
    const { owner, name } = must(index.names[nameId], 'an indexed name');
    const match = matchName(name, alignNames(words, index.words.wordsOf(nameId)));
    if (match.score > (best.get(owner)?.score ?? -1)) best.set(owner, match);
  }
  return best;
}

/** Confirmed hits before possible ones, each by score. */
function rank({ scored }: Found): number {
  return scored.score + (scored.strength === 'confirmed' ? 1 : 0);
}

function hitOf(index: WatchlistIndex, { owner, match, scored }: Found, id: string): Hit {
  const { entry, version } = must(index.entries[owner], 'a name belongs to an entry');
  return {
    id,
    strength: scored.strength,
    score: scored.score,
    entity: {
      id: entry.id,
      name: entry.names[0].name,
      type: entry.type,
      topics: entry.topics,
      programs: entry.programs,
      birth_dates: entry.birthDates,
      countries: entry.countries,
    },
    matched_name: match.name.name,
    features: scored.features,
    list: { id: version.id, code: version.code, name: version.name, version: versionLabel(version) },
  };
}
