import type { WatchlistSearch } from '../../../server/screening/search.ts';
import { readEntries } from '../../../server/screening/store/entries.ts';
import { activeVersions } from '../../../server/screening/store/versions.ts';
import { seededRandom } from '../../support/random.ts';
import type { LoadedCorpusLists } from './lists.ts';
import { drawDistinct, pick, readNameTables, wordsOf } from './noise.ts';
import { share } from './rows.ts';

const LISTED_PEOPLE = 200;
const THRESHOLDS = [0.8, 0.82, 0.84, 0.85, 0.86, 0.88, 0.9, 0.92, 0.94];
/** The person must be among this many hits. */
const HITS_MAX = 1_000;
const LATIN = /^[\p{Script=Latin}\s,.'-]+$/u;
/** Words that are no surname by themselves: they belong to the following word. */
const PARTICLES =
  /^(?:abu|al|ben|bin|bint|da|das|de|del|della|den|der|di|do|dos|du|el|ibn|la|las|le|los|st|van|von|y)$/i;
/** Listed names with at least this many words have more words than the query: a second given name and a second surname, or the names of fathers. */
const WORDS_MIN = 4;
const WHOLE_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** A listed person with more names than people use in daily life. */
export interface PartName {
  id: string;
  listed: string;
  /** The first given name and the first surname. */
  name: string;
  /** The first given name and all surnames. */
  noMiddle: string;
  /** A full birth date of the list. */
  date: string;
}

/** Shares found at a threshold. */
export interface CurvePoint {
  threshold: number;
  /** Listed people found by first given name and first surname, and by first given name with all surnames. */
  found: number | null;
  found_no_middle: number | null;
  /** People on no list who have a hit, by the table that their names were drawn from. */
  unlisted: Record<string, number | null>;
}

/** People whose list writes the surnames before a comma, with more words than the query and a full birth date. */
export function drawPartNames({ db }: LoadedCorpusLists, seed: number): PartName[] {
  const random = seededRandom(seed);
  const all = activeVersions(db).flatMap(({ id }) =>
    [...readEntries(db, id)].flatMap(({ id: entity, type, names: [first], birthDates }): PartName[] => {
      const [surnames = [], given = [], ...others] = first.name.split(',').map(wordsOf);
      const firstSurname = surnames.slice(0, surnames.findIndex((word) => !PARTICLES.test(word)) + 1);
      const [name, noMiddle] = [firstSurname, surnames].map((own) => [given[0], ...own].join(' ')) as [string, string];
      const date = birthDates.find((each) => WHOLE_DATE.test(each));
      const isPart = given.length > 0 && others.length === 0 && surnames.length + given.length >= WORDS_MIN;
      if (type !== 'person' || !isPart || !LATIN.test(first.name) || !date) return [];
      return [{ id: entity, listed: first.name, name, noMiddle, date }];
    }),
  );
  return Array.from({ length: Math.min(LISTED_PEOPLE, all.length) }, () => {
    const person = pick(all, random);
    all.splice(all.indexOf(person), 1);
    return person;
  });
}

/**
 * How many listed people are found by a part of their names, and how many people on no list have a hit, at each
 * threshold. It uses only names, in Latin letters.
 */
export function measurePartNames(loaded: LoadedCorpusLists, corpus: string, seed: number): CurvePoint[] {
  const { search } = loaded;
  const people = drawPartNames(loaded, seed);
  const byName = people.map(({ id, name }) => scoreOf(search, name, id));
  const byNoMiddle = people.map(({ id, noMiddle }) => scoreOf(search, noMiddle, id));
  const unlisted = Object.entries(readNameTables(corpus)).map(([table, draw]) => {
    const names = [...drawDistinct(draw, seededRandom(seed))].filter((name) => LATIN.test(name));
    return [table, names.map((name) => scoreOf(search, name, null))] as const;
  });
  return THRESHOLDS.map((threshold) => ({
    threshold,
    found: shareFrom(byName, threshold),
    found_no_middle: shareFrom(byNoMiddle, threshold),
    unlisted: Object.fromEntries(unlisted.map(([table, scores]) => [table, shareFrom(scores, threshold)])),
  }));
}

/** The score of the hit on an entity, or the best score if `entity` is null; 0 without a hit. */
function scoreOf(search: WatchlistSearch, name: string, entity: string | null): number {
  const limit = entity === null ? 1 : HITS_MAX;
  const hits = search.search({ name, type: 'person', threshold: Math.min(...THRESHOLDS), limit });
  return hits.find(({ entity: { id } }) => entity === null || id === entity)?.score ?? 0;
}

function shareFrom(scores: readonly number[], threshold: number): number | null {
  return share(scores.filter((score) => score >= threshold).length, scores.length);
}
