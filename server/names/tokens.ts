import type { WordKind, Writing } from './word.ts';

/** A word before it becomes a word of a name. */
export interface Token {
  text: string;
  writing: Writing;
  /** Its part of a person's name, as divided by `wordsOfFirstPart`. Absent if nothing divides the name. */
  part?: 0 | 1;
  /** Set once its kind is determined. */
  kind: WordKind | null;
}

const DIGITS = /^[0-9]+$/;
const HAS_DIGIT = /[0-9]/;
const HAS_LETTER = /[a-z]/;
const ORDINAL = /^([0-9]+)(?:st|nd|rd|th)$/;
/** Digits that are read as the letters they look like. */
const LOOK_ALIKES: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '8': 'b', '9': 'g' };
const LOOK_ALIKE_LETTERS_MIN = 2;

/** `0012` and `12th` as `12`, null for what is not a number in digits. */
export function readFigures(text: string): string | null {
  const figures = DIGITS.test(text) ? text : ORDINAL.exec(text)?.[1];
  return figures === undefined ? null : figures.replace(/^0+(?=.)/, '');
}

/**
 * Returns a word with digits replaced by the letters they imitate: `Sech1n` as `sechin`. In a company's name only between
 * letters, because `A320` and `3com` mean their digits.
 */
export function unmaskDigits(text: string, isPerson: boolean): string {
  if (!HAS_DIGIT.test(text) || !HAS_LETTER.test(text) || ORDINAL.test(text)) return text;
  const letters = text.replace(/[0-9]/g, '').length;
  const digits = text.length - letters;
  if (letters < LOOK_ALIKE_LETTERS_MIN || digits > letters) return text;
  if (!isPerson && (/^[0-9]|[0-9]$/.test(text) || digits > 1)) return text;
  return text.replace(/[0-9]/g, (digit) => LOOK_ALIKES[digit] ?? digit);
}
