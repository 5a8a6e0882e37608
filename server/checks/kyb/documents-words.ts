import { toAscii } from '../../lib/text.ts';
import { isNear } from '../read/near.ts';

/** One word as it is printed on a document. */
export interface PrintedWord {
  /** Small letters and digits of ASCII, as `plainWords` gives them. */
  text: string;
  /** Its row, from 0. */
  row: number;
  /** Begins with a capital, or with a letter of a script that has none. */
  capital: boolean;
  /** The next word of its row goes on with it: no punctuation, other than of an abbreviation, stands between. */
  runsOn: boolean;
}

/** Words that join others, and may stand for a sign or be left out. */
const JOINERS = new Set(['and', 'und', 'et', 'the']);
const WORD = /[\p{L}\p{N}\p{M}]+(?:['’`´][\p{L}\p{N}\p{M}]+)*/gu;
/** German and Scandinavian letters may be written with two: `Müller` is `Mueller`. */
const TWO_LETTERS: readonly (readonly [RegExp, string])[] = [
  [/ae|aa/g, 'a'],
  [/oe/g, 'o'],
  [/ue/g, 'u'],
];
/** What a reader of pictures takes for each other. */
const LOOKALIKES: readonly (readonly [RegExp, string])[] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/0/g, 'o'],
  [/[1i]/g, 'l'],
  [/5/g, 's'],
  [/8/g, 'b'],
];
/** Letters of a word from which on one of them may have been misread, and two. */
const ONE_MISREAD_FROM = 5;
const TWO_MISREAD_FROM = 9;
/** Words whose lengths differ by more are not one: two letters misread, or three times two read for one. */
const LENGTHS_APART_MAX = 3;

/** The words of a text in small letters and digits of ASCII, other scripts by the general table of any-ascii. */
export function asciiWords(text: string): string[] {
  return (text.match(WORD) ?? []).map(toAscii).filter((word) => word !== '');
}

/** The same in one spelling of umlauts. */
export function plainWords(text: string): string[] {
  return asciiWords(text).map(plain);
}

/** The words of a document's rows, in their order, without those that only join others. */
export function printedWords(lines: readonly string[]): PrintedWord[] {
  return lines.flatMap((line, row) => {
    const found = [...line.matchAll(WORD)].map(({ 0: word, index }) => ({ word, index, text: plain(toAscii(word)) }));
    const kept = found.filter(({ text }) => text !== '' && isTelling(text));
    return kept.map(({ word, index, text }, at) => {
      const next = kept[at + 1];
      const between = line.slice(index + word.length, next?.index);
      const runsOn = next !== undefined && (between === '-' || !/[^\s\p{L}&.]/u.test(between));
      return { text, row, capital: !/^\p{Ll}/u.test(word), runsOn };
    });
  });
}

/** Whether a word is more than one that joins others. */
export function isTelling(word: string): boolean {
  return !JOINERS.has(word);
}

/** Whether a printed word is the one that is looked for; with `tolerant` as a reader of pictures may have read it. */
export function isWord(printed: string, wanted: string, tolerant: boolean): boolean {
  if (printed === wanted) return true;
  if (!tolerant || Math.abs(printed.length - wanted.length) > LENGTHS_APART_MAX) return false;
  if (lookalike(printed) === lookalike(wanted)) return true;
  return (
    misreadLetters(wanted.length) > 0 &&
    digitsOf(printed) === digitsOf(wanted) &&
    isNear(printed, wanted, misreadLetters(wanted.length))
  );
}

/** How many letters of a text of this length may have been misread. */
export function misreadLetters(length: number): number {
  if (length < ONE_MISREAD_FROM) return 0;
  return length < TWO_MISREAD_FROM ? 1 : 2;
}

/** Digits are what tells two names apart that are otherwise one. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** One spelling of umlauts. */
export function plain(ascii: string): string {
  return TWO_LETTERS.reduce((text, [letters, letter]) => text.replace(letters, letter), ascii);
}

function lookalike(text: string): string {
  return LOOKALIKES.reduce((folded, [read, meant]) => folded.replace(read, meant), text);
}
