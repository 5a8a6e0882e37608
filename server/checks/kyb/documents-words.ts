import { toAscii } from '../../lib/text.ts';
import { isNear } from '../read/near.ts';

/** One word as it is printed on a document. */
export interface PrintedWord {
  /** Small ASCII letters and digits, as returned by `plainWords`. */
  text: string;
  /** Its row, from 0. */
  row: number;
  /** Begins with a capital, or with a letter of a script that has none. */
  capital: boolean;
  /** The next word of its row continues it: there is no punctuation in between, other than that of an abbreviation. */
  runsOn: boolean;
}

/** Words that join others. They may be printed as a symbol or left out. */
const JOINERS = new Set(['and', 'und', 'et', 'the']);
const WORD = /[\p{L}\p{N}\p{M}]+(?:['’`´][\p{L}\p{N}\p{M}]+)*/gu;
/** German and Scandinavian letters may be written as two letters: `Müller` is `Mueller`. */
const TWO_LETTERS: readonly (readonly [RegExp, string])[] = [
  [/ae|aa/g, 'a'],
  [/oe/g, 'o'],
  [/ue/g, 'u'],
];
/** Characters that OCR confuses. */
const LOOKALIKES: readonly (readonly [RegExp, string])[] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/0/g, 'o'],
  [/[1i]/g, 'l'],
  [/5/g, 's'],
  [/8/g, 'b'],
];
/** The word lengths from which one letter, or two, may have been misread. */
const ONE_MISREAD_FROM = 5;
const TWO_MISREAD_FROM = 9;
/** Words whose lengths differ by more do not match: two letters misread, or two read for one three times. */
const LENGTHS_APART_MAX = 3;

/** Returns the words of a text in small ASCII letters and digits. Other scripts go through the general table of any-ascii. */
export function asciiWords(text: string): string[] {
  return (text.match(WORD) ?? []).map(toAscii).filter((word) => word !== '');
}

/** Returns the same words in one spelling of umlauts. */
export function plainWords(text: string): string[] {
  return asciiWords(text).map(plain);
}

/** Returns the words of a document's rows, in order, without those that only join others. */
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

/** Whether a word carries meaning, rather than only joining others. */
export function isTelling(word: string): boolean {
  return !JOINERS.has(word);
}

/** Whether a printed word is the wanted one. With `tolerant`, it allows for OCR errors. */
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

/** Returns how many letters of a text of this length may have been misread. */
export function misreadLetters(length: number): number {
  if (length < ONE_MISREAD_FROM) return 0;
  return length < TWO_MISREAD_FROM ? 1 : 2;
}

/** Digits distinguish two names that are otherwise the same. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** Returns the text in one spelling of umlauts. */
export function plain(ascii: string): string {
  return TWO_LETTERS.reduce((text, [letters, letter]) => text.replace(letters, letter), ascii);
}

function lookalike(text: string): string {
  return LOOKALIKES.reduce((folded, [read, meant]) => folded.replace(read, meant), text);
}
