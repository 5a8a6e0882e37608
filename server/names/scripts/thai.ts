import { toAscii } from '../../lib/text.ts';

/** Vowels of Thai and Lao that are written before the consonant that they follow. */
const VOWEL_BEFORE = /([\u0e40-\u0e44\u0ec0-\u0ec4])([\u0e01-\u0e2e\u0e81-\u0eae])/gu;
/** A consonant that a mark makes silent, as in names from other languages. */
const SILENCED = /[\u0e01-\u0e2e\u0e81-\u0eae][\u0e31-\u0e3a]?[\u0e4c\u0ecc]/gu;
/** The letter that carries a vowel if a syllable begins with one. */
const CARRIER = /[\u0e2d\u0ead](?=[\u0e30-\u0e44\u0eb0-\u0ec4])/gu;

/**
 * Returns a word in Thai or Lao letters as Latin words, by the general table with its vowels in their spoken positions; with the
 * letters that only reflect another language's spelling, and without.
 */
export function romaniseThai(written: string): string[][] {
  const full = spell(written);
  const spoken = spell(written.replace(SILENCED, ''));
  return full === spoken || spoken === '' ? [[full]] : [[full], [spoken]];
}

function spell(word: string): string {
  return toAscii(word.replace(VOWEL_BEFORE, '$2$1').replace(CARRIER, ''));
}
