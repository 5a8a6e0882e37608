import { LETTERS_OF_WORLDS, PAIRS_OF_WRITINGS, WORDS_OF_WORLDS, WORLDS_BITS } from '../tables/learnt-letters.ts';
import { SOUNDS } from '../tables/learnt-sounds.ts';
import type { Writing } from '../word.ts';
import { CONTEXTS, contextAt, LETTER_NAMES } from './letters.ts';

/** Everything is counted in whole quarters of a bit, so that sums are the same on every machine. */
export const QUARTERS = 4;
const CODES = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** The cost of a letter that becomes none, one or two letters if the table does not contain that change: 7, 9 and 14 bits. */
const UNSEEN = [28, 36, 56] as const;
/** Letters, and none. */
const SIZE = LETTER_NAMES.length + 1;
const [ALPHABET_SIZE, LETTER_A] = [27, 97];
const NUMBERS = new Map(LETTER_NAMES.map((name, number) => [name, number + 1]));

/** The number of worlds of names: peoples with similar names, found from the names themselves. */
export const WORLDS = WORLDS_BITS.length;
/** How rare names of each world are, in quarters of a bit. */
export const RARITIES: readonly number[] = WORLDS_BITS;

const letterCosts = LETTERS_OF_WORLDS.map(unpack);
const pairCosts = new Map(Object.entries(PAIRS_OF_WRITINGS).map(([writing, packed]) => [writing, unpack(packed)]));
const wordCosts = new Map(readWords());
const soundCosts = new Map<string, SoundTable>();

/** What letters become: a row of costs for each, and for those contexts in which it becomes something else. */
export interface SoundTable {
  costs: Uint8Array;
  /** Where the row of a letter in a context begins. */
  rows: Int32Array;
}

function unpack(packed: string): Uint8Array {
  return Uint8Array.from(packed, (code) => CODES.indexOf(code));
}

function readWords(): [string, number[]][] {
  return WORDS_OF_WORLDS.trim()
    .split(/\s+/)
    .map((line) => {
      const [word = '', costs = ''] = line.split(':');
      return [word, costs.split(',').map(Number)];
    });
}

/** Returns how well a word identifies a person, by its letters alone, in each world: the costs of all triples of its letters. */
export function costsOfLetters(text: string): number[] {
  return letterCosts.map((costs) => {
    let sum = 0;
    let [first, second] = [0, 0];
    for (let at = 0; at <= text.length; at++) {
      const third = at === text.length ? 0 : text.charCodeAt(at) - LETTER_A + 1;
      sum += costs[(first * ALPHABET_SIZE + second) * ALPHABET_SIZE + third] as number;
      [first, second] = [second, third];
    }
    return sum;
  });
}

/** Returns how well a word of another script identifies a person by its letters, once romanised: the costs of all pairs of them. */
export function costOfRomanised(text: string, writing: Writing): number {
  const costs = (pairCosts.get(writing) ?? pairCosts.get('o')) as Uint8Array;
  let sum = 0;
  let first = 0;
  for (let at = 0; at <= text.length; at++) {
    const second = at === text.length ? 0 : text.charCodeAt(at) - LETTER_A + 1;
    sum += costs[first * ALPHABET_SIZE + second] as number;
    first = second;
  }
  return sum;
}

/**
 * Returns how well a word that many people of a world share identifies a person. 0 in a world where its letters say as much. undefined: a rare word.
 */
export function costsOfKnownWord(text: string): readonly number[] | undefined {
  return wordCosts.get(text);
}

/** Returns all words that many people of a world share, with these costs. */
export function costsOfKnownWords(): Iterable<[string, readonly number[]]> {
  return wordCosts;
}

/** Returns the costs of the letters of one word turning into those of another: see `costOfSounds`. */
export function soundTable(writing: Writing, toLatin: boolean): SoundTable {
  const name = toLatin ? writing : `${writing}<`;
  let table = soundCosts.get(name);
  if (!table) {
    table = readSoundTable(SOUNDS[name] ?? (SOUNDS[toLatin ? 'o' : 'o<'] as string));
    soundCosts.set(name, table);
  }
  return table;
}

const ROW = SIZE * SIZE;
const UNSEEN_ROW = Uint8Array.from({ length: ROW }, (_, at) => UNSEEN[at < SIZE ? 0 : at % SIZE === 0 ? 1 : 2]);

/**
 * `sh: sh 1 s 9 s+h 20 | 3 s 4`, one letter per line: what it becomes (`-`: nothing), and at what cost; after a bar a context and
 * the differences there.
 */
function readSoundTable(lines: string): SoundTable {
  const rows = new Int32Array(LETTER_NAMES.length * CONTEXTS);
  const found: Uint8Array[] = [UNSEEN_ROW];
  for (const line of lines.trim().split('\n')) {
    const colon = line.indexOf(': ');
    const letter = ((NUMBERS.get(line.slice(0, colon)) ?? 1) - 1) * CONTEXTS;
    const [usual = '', ...contexts] = line.slice(colon + 2).split(' | ');
    const row = readRow(UNSEEN_ROW, usual.split(' '));
    rows.fill(found.push(row) - 1, letter, letter + CONTEXTS);
    for (const text of contexts) {
      const [context, ...becomes] = text.split(' ');
      rows[letter + Number(context)] = found.push(readRow(row, becomes)) - 1;
    }
  }
  const costs = new Uint8Array(found.length * ROW);
  found.forEach((row, at) => {
    costs.set(row, at * ROW);
  });
  return { costs, rows: rows.map((row) => row * ROW) };
}

function readRow(usual: Uint8Array, becomes: readonly string[]): Uint8Array {
  const row = Uint8Array.from(usual);
  for (let at = 0; at + 1 < becomes.length; at += 2) {
    const [first = '-', second = '-'] = (becomes[at] as string).split('+');
    row[numberOf(first) * SIZE + numberOf(second)] = Number(becomes[at + 1]);
  }
  return row;
}

function numberOf(name: string): number {
  return NUMBERS.get(name) ?? 0;
}

const FAR = 1 << 28;
let costs = new Int32Array(64);
let next = new Int32Array(64);

/**
 * Returns the least cost, in quarters of a bit, at which the letters of one word become those of another: each becomes none, one
 * or two letters, depending on its neighbours (a stochastic edit model after Ristad and Yianilos 1998, the likeliest alignment).
 * Above `most` the computation stops early.
 */
export function costOfSounds(table: SoundTable, from: Uint8Array, to: Uint8Array, most = FAR): number {
  const length = to.length;
  costs.fill(FAR, 0, length + 2);
  costs[0] = 0;
  for (let i = 0; i < from.length; i++) {
    next.fill(FAR, 0, length + 2);
    const isEnd = from[i] === 0;
    const row = table.rows[(from[i] as number) * CONTEXTS + contextAt(from, i)] as number;
    for (let j = 0; j <= length; j++) {
      const cost = costs[j] as number;
      if (cost < FAR) spread(table.costs, row, isEnd, to, j, cost);
    }
    [costs, next] = [next, costs];
    if (most < FAR && leastOf(costs, length) > most) return FAR;
  }
  return costs[length] as number;
}

function leastOf(row: Int32Array, last: number): number {
  let least = FAR;
  for (let j = 0; j <= last; j++) if ((row[j] as number) < least) least = row[j] as number;
  return least;
}

/** An end of a word stays one, and may have a letter next to it. */
function spread(table: Uint8Array, row: number, isEnd: boolean, to: Uint8Array, j: number, cost: number): void {
  if (!isEnd) lower(j, cost + (table[row] as number));
  if (j >= to.length) return;
  const first = to[j] as number;
  if (isEnd === (first === 0)) lower(j + 1, cost + (table[row + (first + 1) * SIZE] as number));
  if (j + 1 >= to.length) return;
  const second = to[j + 1] as number;
  const ends = Number(first === 0) + Number(second === 0);
  if (ends === Number(isEnd)) lower(j + 2, cost + (table[row + (first + 1) * SIZE + second + 1] as number));
}

function lower(at: number, cost: number): void {
  if (cost < (next[at] as number)) next[at] = cost;
}
