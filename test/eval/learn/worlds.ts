import { readName } from '../../../server/names/prepare.ts';
import { LINKS_OF_GIVEN_NAME } from '../../../server/names/tables/given-names.ts';
import { isLatin } from '../../../server/screening/match/name-factor.ts';
import { readEntries } from '../../../server/screening/store/entries.ts';
import { activeVersions } from '../../../server/screening/store/versions.ts';
import type { LoadedCorpusLists } from '../names/lists.ts';
import { Background, costOfWord } from './background.ts';
import type { NamedPerson } from './people.ts';

/** The first guess for a name: West, East Asia, the Arabic script's countries, East Europe. */
const FIRST_GUESSES: readonly ((other: readonly string[]) => boolean)[] = [
  (other) => other.some((name) => /^(?:\p{Script=Han}{2,3}|\p{Script=Hangul}{3})$/u.test(name)),
  (other) =>
    other.some((name) => /^\p{Script=Arabic}/u.test(name)) &&
    !other.some((name) => /\p{Script=Cyrillic}|\p{Script=Greek}|\p{Script=Katakana}/u.test(name)),
  (other) => other.length > 0 && other.every((name) => /^\p{Script=Cyrillic}/u.test(name)),
];
const WORLDS = FIRST_GUESSES.length + 1;
const ROUNDS = 6;
const NAMES_MAX = 3;
/** Names of politicians supplement the lists: they count this much less, for people and for letters. */
const [POLITICIAN_WEIGHT, POLITICIAN_LETTERS] = [0.1, 0.2];
/** A word gets its own entry if it occurs in this many names, each with a different word beside it. */
const NAMES_MIN = 4;
const COMPANIONS_PER_NAME = 2;
/** A word with a smaller gain, in bits, is no more common than its letters suggest. */
const GAIN_MIN = 1;

interface Named {
  words: string[];
  guess: number | null;
  listed: boolean;
}

export interface Worlds {
  /** In bits: the rarity of names of each world. */
  rarities: number[];
  /** By world: see `Background.costs`. */
  costs: Float64Array[];
  /** Words of many names, in bits by world; 0 where the word's letters give the same cost. */
  words: Map<string, number[]>;
}

/** Learns what names on the lists look like: worlds of similar names, by expectation maximization over letters. */
export function learnWorlds(lists: LoadedCorpusLists, people: readonly NamedPerson[]): Worlds {
  const named = dropEqual([...readListed(lists), ...people.flatMap(readPolitician)]);
  let costs: Float64Array[] = [];
  let homes: (number | null)[] = named.map(({ guess }) => guess);
  for (let round = 0; round < ROUNDS; round++) {
    if (costs.length > 0) homes = named.map(({ words }) => nearest(costs, words));
    const learnt = Array.from({ length: WORLDS }, () => new Background());
    named.forEach(({ words, listed }, at) => {
      for (const word of words) learnt[homes[at] ?? -1]?.add(word, listed ? 1 : POLITICIAN_LETTERS);
    });
    costs = learnt.map((background) => background.costs());
  }
  return { costs, ...countWords(named, homes, costs) };
}

function nearest(costs: readonly Float64Array[], words: readonly string[]): number {
  const sums = costs.map((world) => words.reduce((sum, word) => sum + costOfWord(world, word), 0));
  return sums.indexOf(Math.min(...sums));
}

function* readListed({ db }: LoadedCorpusLists): Generator<Named> {
  for (const { id } of activeVersions(db)) {
    for (const { type, names } of readEntries(db, id)) {
      if (type !== 'person' && type !== 'unknown') continue;
      for (const { name } of names.slice(0, NAMES_MAX)) {
        const words = [...new Set(latinWords(name))];
        if (words.length > 1) yield { words, guess: null, listed: true };
      }
    }
  }
}

function readPolitician({ latin, other }: NamedPerson): Named[] {
  const words = [...new Set(latin.slice(0, NAMES_MAX).flatMap(latinWords))];
  const guess = FIRST_GUESSES.findIndex((isFrom) => isFrom(other)) + 1;
  return words.length === 0 ? [] : [{ words, guess, listed: false }];
}

export function latinWords(name: string): string[] {
  const words = isLatin(name) ? (readName(name, 'person')[0]?.words ?? []) : [];
  return words
    .filter(({ kind, text }) => (kind === 'word' || kind === 'further') && /^[a-z]+$/.test(text))
    .map(({ text }) => text);
}

/** A person on several lists counts once. */
function dropEqual(named: readonly Named[]): Named[] {
  return [...new Map(named.map((one) => [`${one.listed} ${one.words.toSorted().join(' ')}`, one])).values()];
}

function countWords(
  named: readonly Named[],
  homes: readonly (number | null)[],
  costs: readonly Float64Array[],
): Pick<Worlds, 'rarities' | 'words'> {
  const totals = Array<number>(WORLDS).fill(0);
  const counts = new Map<string, number[]>();
  const companions = new Map<string, Set<string>>();
  named.forEach(({ words, listed }, at) => {
    const home = homes[at] as number;
    const weight = listed ? 1 : POLITICIAN_WEIGHT;
    totals[home] = (totals[home] as number) + weight;
    for (const word of words) {
      const own = counts.get(word) ?? Array<number>(WORLDS).fill(0);
      own[home] = (own[home] as number) + weight;
      counts.set(word, own);
      const others = companions.get(word) ?? new Set();
      for (const other of words) if (other !== word) others.add(other);
      companions.set(word, others);
    }
  });
  const all = totals.reduce((sum, total) => sum + total, 0);
  const capOf = (word: string): number => (companions.get(word)?.size ?? 0) / COMPANIONS_PER_NAME;
  const shareOf = (word: string, world: number): number =>
    Math.min(capOf(word), counts.get(word)?.[world] ?? 0) / (totals[world] as number);
  const families = sumFamilies([...counts.keys()], shareOf);
  const words = new Map<string, number[]>();
  for (const [word, own] of counts) {
    const times = Math.min(
      capOf(word),
      own.reduce((sum, count) => sum + count, 0),
    );
    if (times < NAMES_MIN) continue;
    const bits = costs.map((world, at) => {
      const shares = familiesOf(word).map((link) => families.get(`${link} ${at}`) ?? 0);
      const cost = -Math.log2(Math.min(1, Math.max(shareOf(word, at), ...shares)));
      return cost < costOfWord(world, word) - GAIN_MIN ? cost : 0;
    });
    if (bits.some((cost) => cost > 0)) words.set(word, bits);
  }
  return { rarities: totals.map((total) => -Math.log2(total / all)), words };
}

function familiesOf(word: string): string[] {
  return (LINKS_OF_GIVEN_NAME.get(word) ?? []).filter((link) => link.startsWith('f:'));
}

/** A person with any name of a family may be meant by any other of its names. */
function sumFamilies(words: readonly string[], shareOf: (word: string, world: number) => number): Map<string, number> {
  const sums = new Map<string, number>();
  for (const word of words) {
    for (const link of familiesOf(word)) {
      for (let world = 0; world < WORLDS; world++) {
        const key = `${link} ${world}`;
        sums.set(key, (sums.get(key) ?? 0) + shareOf(word, world));
      }
    }
  }
  return sums;
}
