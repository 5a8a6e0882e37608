import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import anyAscii from 'any-ascii';
import { parse } from 'csv-parse/sync';
import { must } from '../../../server/lib/assert.ts';
import type { WatchlistSearch } from '../../../server/screening/search.ts';
import { readEntries, type StoredEntry } from '../../../server/screening/store/entries.ts';
import { activeVersions } from '../../../server/screening/store/versions.ts';
import { seededRandom } from '../../support/random.ts';
import type { LoadedCorpusLists } from './lists.ts';
import { share } from './rows.ts';

const UNLISTED_PEOPLE = 5_000;
const LISTED_PEOPLE = 2_000;
const EXAMPLES = 12;
/** Draws per wanted name, if the tables have few names. */
const DRAWS_MAX = 20;
/** Shorter words have no typo that leaves them recognizable. */
const MISSPELT_CHARS_MIN = 4;

type Random = () => number;

export interface NoiseReport {
  seed: number;
  lists: LoadedCorpusLists['lists'];
  missing: LoadedCorpusLists['missing'];
  /**
   * People on no list, by the table of their names: how many have a possible hit by name alone, and how many of these
   * have exactly the name of a listed person.
   */
  unlisted: Record<string, UnlistedReport>;
  /** Listed people by the change made to their names: how many are found. */
  listed: Record<string, { people: number; found: number; share_found: number | null; missed: string[] }>;
}

interface UnlistedReport {
  people: number;
  hit: number;
  share_hit: number | null;
  namesakes: number;
  share_hit_without_namesakes: number | null;
  examples: string[];
}

/**
 * Screens people on no list, and listed people with a typo or with their words in another order. It searches every
 * sanctions list of the corpus by name alone, at the shipped thresholds.
 */
export function measureNoise(loaded: LoadedCorpusLists, corpus: string, seed: number): NoiseReport {
  const random = seededRandom(seed);
  const people = readPeople(loaded);
  return {
    seed,
    lists: loaded.lists,
    missing: loaded.missing,
    unlisted: Object.fromEntries(
      Object.entries(readNameTables(corpus)).map(([table, draw]) => [
        table,
        screenUnlisted(loaded.search, draw, random),
      ]),
    ),
    listed: {
      as_listed: screenListed(loaded.search, people, (name) => name, random),
      other_order: screenListed(loaded.search, people, shuffleWords, random),
      one_typo: screenListed(loaded.search, people, misspell, random),
    },
  };
}

function screenUnlisted(search: WatchlistSearch, draw: (random: Random) => string, random: Random): UnlistedReport {
  const examples: string[] = [];
  let hit = 0;
  let namesakes = 0;
  const people = drawDistinct(draw, random);
  for (const name of people) {
    const best = search.search({ name, type: 'person', limit: 1 })[0];
    if (!best) continue;
    hit += 1;
    if (isSameWords(name, best.matched_name)) namesakes += 1;
    else if (examples.length < EXAMPLES)
      examples.push(`${name} | ${best.matched_name} (${best.list.code}) ${best.score}`);
  }
  return {
    people: people.size,
    hit,
    share_hit: share(hit, people.size),
    namesakes,
    share_hit_without_namesakes: share(hit - namesakes, people.size - namesakes),
    examples,
  };
}

export function drawDistinct(draw: (random: Random) => string, random: Random): Set<string> {
  const names = new Set<string>();
  for (let tries = 0; names.size < UNLISTED_PEOPLE && tries < DRAWS_MAX * UNLISTED_PEOPLE; tries++)
    names.add(draw(random));
  return names;
}

/** Compares folded letters, in any word order. */
export function isSameWords(a: string, b: string): boolean {
  const fold = (name: string): string => wordsOf(anyAscii(name).toLowerCase()).sort().join(' ');
  return fold(a) === fold(b);
}

/** Listed people with at least two words in Latin letters, as their lists write them. */
function readPeople({ db }: LoadedCorpusLists): StoredEntry[] {
  const entries = activeVersions(db).flatMap(({ id }) => [...readEntries(db, id)]);
  return entries.filter(
    ({ type, names: [first] }) =>
      type === 'person' && /^[\p{Script=Latin}\s,.'-]+$/u.test(first.name) && wordsOf(first.name).length > 1,
  );
}

function screenListed(
  search: WatchlistSearch,
  people: readonly StoredEntry[],
  write: (name: string, random: Random) => string,
  random: Random,
): NoiseReport['listed'][string] {
  const missed: string[] = [];
  let found = 0;
  const count = people.length === 0 ? 0 : LISTED_PEOPLE;
  for (let i = 0; i < count; i++) {
    const entry = pick(people, random);
    const listed = entry.names[0].name;
    const name = write(wordsOf(listed).join(' '), random);
    const hits = search.search({ name, type: 'person', limit: 1_000 });
    if (hits.some(({ entity }) => entity.id === entry.id)) found += 1;
    else if (missed.length < EXAMPLES) missed.push(`${name} | ${listed}`);
  }
  return { people: count, found, share_found: share(found, count), missed };
}

export function wordsOf(name: string): string[] {
  return name.split(/[\s,]+/).filter((word) => word !== '');
}

function shuffleWords(name: string, random: Random): string {
  const words = wordsOf(name);
  const by = 1 + Math.floor(random() * (words.length - 1));
  return [...words.slice(by), ...words.slice(0, by)].join(' ');
}

/** One letter of one of the longer words omitted, doubled, changed, or swapped with the next. */
function misspell(name: string, random: Random): string {
  const words = wordsOf(name);
  const longer = words.flatMap((word, at) => (word.length >= MISSPELT_CHARS_MIN ? [at] : []));
  const at = longer.length === 0 ? Math.floor(random() * words.length) : pick(longer, random);
  return words.with(at, misspellWord(must(words[at], 'a place among the words'), random)).join(' ');
}

function misspellWord(word: string, random: Random): string {
  const at = Math.floor(random() * (word.length - 1));
  const other = String.fromCharCode(97 + Math.floor(random() * 26));
  return pick(
    [
      word.slice(0, at) + word.slice(at + 1),
      word.slice(0, at + 1) + word.slice(at),
      word.slice(0, at) + other + word.slice(at + 1),
      word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
    ],
    random,
  );
}

/** Functions that draw the name of a person on no list, by the tables in the corpus. */
export function readNameTables(corpus: string): Record<string, (random: Random) => string> {
  const tables: Record<string, (random: Random) => string> = {};
  const [first, last] = ['firstnames_all.txt.gz', 'surnames_all.txt.gz'].map((file) => readLines(corpus, file));
  if (first && last) tables['all_names'] = (random) => `${pick(first, random)} ${pick(last, random)}`;
  const [given, family] = ['forenames_by_country.csv.gz', 'surnames_by_country.csv.gz'].map((file) =>
    readByCountry(corpus, file),
  );
  if (given && family) {
    const surnames = [...family].flatMap(([country, names]) => names.map((name) => ({ country, name })));
    const usable = surnames.filter(({ country }) => given.has(country));
    tables['by_country'] = (random) => {
      const { country, name } = pick(usable, random);
      return `${pick(must(given.get(country), 'it is usable'), random)} ${name}`;
    };
  }
  return tables;
}

function readLines(corpus: string, file: string): string[] | null {
  const text = readGzip(corpus, file);
  return (
    text
      ?.split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => /^\p{L}{2,}/u.test(line)) ?? null
  );
}

/** Names by country: romanized by default, or from the column of that name. */
export function readByCountry(corpus: string, file: string, column?: string): Map<string, string[]> | null {
  const text = readGzip(corpus, file);
  if (text === null) return null;
  const byCountry = new Map<string, string[]>();
  for (const row of parse(text, { columns: true, bom: true }) as Record<string, string>[]) {
    const { Country: country = '', 'Romanized Name': romanised, 'Localized Name': localised } = row;
    const name = column === undefined ? romanised || localised : row[column];
    if (name) byCountry.set(country, [...(byCountry.get(country) ?? []), name]);
  }
  return byCountry;
}

function readGzip(corpus: string, file: string): string | null {
  const path = join(corpus, 'names', file);
  return existsSync(path) ? gunzipSync(readFileSync(path)).toString('utf8') : null;
}

export function pick<T>(items: readonly T[], random: Random): T {
  return must(items[Math.floor(random() * items.length)], 'a place among the items');
}
