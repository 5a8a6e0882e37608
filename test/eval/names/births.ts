import type { SearchQuery, WatchlistSearch } from '../../../server/screening/search.ts';
import { seededRandom } from '../../support/random.ts';
import type { LoadedCorpusLists } from './lists.ts';
import { drawDistinct, readNameTables } from './noise.ts';
import { drawPartNames, type PartName } from './part-names.ts';
import { share } from './rows.ts';

const YEAR_FIRST = 1_940;
const YEARS = 60;
/** The known part of a birth date, from the full date of the list or the draw. */
const KNOWN: Record<string, (date: string) => string | undefined> = {
  nothing: () => undefined,
  three_years: (date) => `${Number(date.slice(0, 4)) - 1}/${Number(date.slice(0, 4)) + 1}`,
  year: (date) => date.slice(0, 4),
  month: (date) => date.slice(0, 7),
  date: (date) => date,
};

interface Found {
  people: number;
  found: number;
  share_found: number | null;
}

export interface BirthsReport {
  /** Listed people by only first given name and first surname, by the known part of their birth date: how many are found. */
  part_names: Record<string, Found & { missed: string[] }>;
  /** People on no list with a random date of birth, by the tables of names: how many have a hit. */
  unlisted: Record<string, Record<string, Found>>;
}

/** Measures the effect of full or partial birth dates, for names that are known in part and for people on no list. */
export function measureBirths(loaded: LoadedCorpusLists, corpus: string, seed: number): BirthsReport {
  const people = drawPartNames(loaded, seed);
  const perTable = Object.entries(readNameTables(corpus)).map(([table, draw]) => {
    const random = seededRandom(seed);
    const names = [...drawDistinct(draw, random)].map((name) => ({ name, date: drawDate(random) }));
    return [table, byKnown((known) => screenUnlisted(loaded.search, names, known))] as const;
  });
  return {
    part_names: byKnown((known) => screenPartNames(loaded.search, people, known)),
    unlisted: Object.fromEntries(perTable),
  };
}

function byKnown<T>(measure: (known: (date: string) => string | undefined) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(KNOWN).map(([name, known]) => [name, measure(known)]));
}

const queryOf = (name: string, birthDate: string | undefined): SearchQuery => ({
  name,
  type: 'person',
  ...(birthDate === undefined ? {} : { birthDate }),
});

function screenPartNames(
  search: WatchlistSearch,
  people: readonly PartName[],
  known: (date: string) => string | undefined,
): BirthsReport['part_names'][string] {
  const missed = people.filter(
    ({ id, name, date }) => !search.search(queryOf(name, known(date))).some(({ entity }) => entity.id === id),
  );
  const found = people.length - missed.length;
  return {
    people: people.length,
    found,
    share_found: share(found, people.length),
    missed: missed.map(({ name, listed }) => `${name} | ${listed}`),
  };
}

function screenUnlisted(
  search: WatchlistSearch,
  people: readonly { name: string; date: string }[],
  known: (date: string) => string | undefined,
): Found {
  const hit = people.filter(({ name, date }) => search.search({ ...queryOf(name, known(date)), limit: 1 }).length > 0);
  return { people: people.length, found: hit.length, share_found: share(hit.length, people.length) };
}

function drawDate(random: () => number): string {
  const [month, day] = [12, 28].map((most) => String(1 + Math.floor(random() * most)).padStart(2, '0'));
  return `${YEAR_FIRST + Math.floor(random() * YEARS)}-${month}-${day}`;
}
