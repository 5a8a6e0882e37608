import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { isLatin } from '../../../server/screening/match/name-factor.ts';
import type { WatchlistSearch } from '../../../server/screening/search.ts';
import { seededRandom } from '../../support/random.ts';
import type { LoadedCorpusLists } from './lists.ts';
import { isSameWords, pick, readByCountry } from './noise.ts';
import { share } from './rows.ts';

/** Names drawn per script and table: enough to show one person in a hundred, and few enough that all scripts take seconds. */
const PEOPLE_PER_SCRIPT = 400;
const DRAWS_MAX = 10;
const EXAMPLES = 6;
const POLITICIANS = 'everypolitician_2015-11.ndjson.gz';
/** The distinguished scripts. A name with kana and Han characters counts as Han. */
const SCRIPTS = (
  'Han Hiragana Katakana Hangul Cyrillic Greek Arabic Hebrew Armenian Georgian Devanagari Bengali Gurmukhi Tamil Telugu ' +
  'Kannada Malayalam Sinhala Thai Lao Khmer Myanmar'
)
  .split(' ')
  .map((script) => ({ script, pattern: new RegExp(`\\p{Script=${script}}`, 'u') }));
/** A name in Han characters of this length has a surname of one character. */
const HAN_NAME = /^\p{Script=Han}{2,4}$/u;
const PARTS = /[\s·・‧•=＝]+/u;

type Random = () => number;
/** A name; null if the drawn one is not usable. */
type Draw = (random: Random) => string | null;

interface Found {
  people: number;
  hit: number;
  share_hit: number | null;
}

export interface OtherScriptsReport {
  seed: number;
  /** All tables and scripts together. */
  all: Found;
  by_table: Record<string, Found & { by_script: Record<string, Found>; examples: string[] }>;
}

/**
 * Screens people on no list whose names are in scripts other than Latin. It searches every sanctions list of the corpus
 * by name alone, at the shipped thresholds. Tables:
 * - `by_country`: given names and surnames of one country;
 * - `politicians`: real people whose Latin names have no hit;
 * - `mixed`: the given name of one politician with the rest of the name of another of the same country and script.
 * Null if the corpus has none of them.
 */
export function measureOtherScripts(
  { search }: LoadedCorpusLists,
  corpus: string,
  seed: number,
): OtherScriptsReport | null {
  const random = seededRandom(seed);
  const tables = { ...drawsByCountry(corpus), ...drawsOfPoliticians(search, corpus) };
  const by_table = Object.fromEntries(
    Object.entries(tables).map(([table, draws]) => [table, screenTable(search, draws, random)]),
  );
  const reports = Object.values(by_table);
  return reports.length === 0 ? null : { seed, all: sum(reports), by_table };
}

function screenTable(search: WatchlistSearch, draws: ReadonlyMap<string, Draw>, random: Random) {
  const examples: string[] = [];
  const by_script = Object.fromEntries(
    [...draws].map(([script, draw]) => [script, screenScript(search, draw, random, examples)]),
  );
  return { ...sum(Object.values(by_script)), by_script, examples };
}

function screenScript(search: WatchlistSearch, draw: Draw, random: Random, examples: string[]): Found {
  const names = new Set<string>();
  for (let tries = 0; names.size < PEOPLE_PER_SCRIPT && tries < DRAWS_MAX * PEOPLE_PER_SCRIPT; tries++) {
    const name = draw(random);
    if (name !== null) names.add(name);
  }
  let hit = 0;
  for (const name of names) {
    const best = search.search({ name, type: 'person', limit: 1 })[0];
    if (!best) continue;
    hit += 1;
    const words = best.matched_name;
    if (hit <= EXAMPLES && !isSameWords(name, words))
      examples.push(`${name} | ${words} (${best.list.code}) ${best.score}`);
  }
  return { people: names.size, hit, share_hit: share(hit, names.size) };
}

function sum(reports: readonly Found[]): Found {
  const people = reports.reduce((so, report) => so + report.people, 0);
  const hit = reports.reduce((so, report) => so + report.hit, 0);
  return { people, hit, share_hit: share(hit, people) };
}

/** The script of a name without Latin letters; null for any other. */
export function otherScriptOf(name: string): string | null {
  if (isLatin(name) || /\p{Script=Latin}/u.test(name)) return null;
  return SCRIPTS.find(({ pattern }) => pattern.test(name))?.script ?? null;
}

function drawsByCountry(corpus: string): Record<string, Map<string, Draw>> {
  const [given, family] = ['forenames_by_country.csv.gz', 'surnames_by_country.csv.gz'].map((file) =>
    groupByScript(readByCountry(corpus, file, 'Localized Name')),
  );
  if (!given || !family) return {};
  const pairs = [...family].flatMap(([key, surnames]) => {
    const [script = '', forenames] = [key.split(' ')[1], given.get(key)];
    return forenames ? surnames.map((surname) => ({ script, surname, forenames })) : [];
  });
  return {
    by_country: drawsOf(pairs, (all) => (random) => {
      const { script, surname, forenames } = pick(all, random);
      const forename = pick(forenames, random);
      return script === 'Han' || script === 'Hangul' ? surname + forename : `${forename} ${surname}`;
    }),
  };
}

/** Names by their country and script. */
function groupByScript(byCountry: ReadonlyMap<string, string[]> | null): Map<string, string[]> | null {
  if (!byCountry) return null;
  const groups = new Map<string, string[]>();
  for (const [country, names] of byCountry) {
    for (const name of names) {
      const script = otherScriptOf(name);
      if (script === null) continue;
      const key = `${country} ${script}`;
      groups.set(key, [...(groups.get(key) ?? []), name]);
    }
  }
  return groups;
}

interface Politician {
  script: string;
  country: string;
  name: string;
  /** The person has a name in Latin letters. */
  latin: string[];
}

function drawsOfPoliticians(search: WatchlistSearch, corpus: string): Record<string, Map<string, Draw>> {
  const people = readPoliticians(corpus);
  if (people.length === 0) return {};
  const isListed = new Map<string, boolean>();
  const hasHit = (name: string): boolean => {
    const known = isListed.get(name) ?? search.search({ name, type: 'person', limit: 1 }).length > 0;
    isListed.set(name, known);
    return known;
  };
  const named = people.filter(({ latin }) => latin.length > 0);
  const parted = people.filter(({ name }) => partsOf(name) !== null);
  return {
    politicians: drawsOf(named, (all) => (random) => {
      const person = pick(all, random);
      return person.latin.some(hasHit) ? null : person.name;
    }),
    mixed: drawsOf(parted, (all) => {
      const byCountry = Map.groupBy(all, ({ country }) => country);
      const names = new Set(all.map(({ name }) => name));
      return (random) => {
        const person = pick(all, random);
        const mixed = mix(person.name, pick(byCountry.get(person.country) as Politician[], random).name);
        return names.has(mixed) ? null : mixed;
      };
    }),
  };
}

function drawsOf<T extends { script: string }>(
  items: readonly T[],
  draw: (all: readonly T[]) => Draw,
): Map<string, Draw> {
  return new Map([...Map.groupBy(items, ({ script }) => script)].map(([script, all]) => [script, draw(all)]));
}

function readPoliticians(corpus: string): Politician[] {
  const path = join(corpus, 'lists', POLITICIANS);
  if (!existsSync(path)) return [];
  const lines = gunzipSync(readFileSync(path)).toString('utf8').split('\n');
  return lines
    .filter((line) => line !== '')
    .flatMap((line) => {
      const { name, aliases, country } = JSON.parse(line) as {
        name: string;
        aliases: { name: string }[];
        country: string;
      };
      const names = [...new Set([name, ...aliases.map((alias) => alias.name)])];
      const latin = names.filter(isLatin);
      return names.flatMap((own) => {
        const script = otherScriptOf(own);
        return script === null ? [] : [{ script, country, name: own, latin }];
      });
    });
}

/** Two parts of a name, the first and the rest; null if it has only one. */
function partsOf(name: string): [string, string, string] | null {
  if (HAN_NAME.test(name)) return [name.slice(0, 1), '', name.slice(1)];
  const [first, ...others] = name.split(PARTS);
  const rest = others.join(' ');
  return first && rest ? [first, /[·・‧•]/u.exec(name)?.[0] ?? ' ', rest] : null;
}

/** The first part of one name with the rest of another, in the form of the first. */
function mix(a: string, b: string): string {
  const [first, joint] = partsOf(a) ?? [a, ' '];
  const [, , rest = b] = partsOf(b) ?? [];
  return first + joint + (joint === '' ? rest : rest.replace(/ /g, joint));
}
