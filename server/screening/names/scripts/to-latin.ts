import anyAscii from 'any-ascii';
import { foldLatin } from './latin.ts';

/** A word of a name in Latin letters. */
export interface LatinWord {
  /** Lower case [a-z0-9]+ */
  text: string;
  /**
   * Its writing leaves the sounds open (vowels unwritten, or one letter for several sounds), so that its spelling says
   * little: it may be like a word that shares one of its `skeletons`.
   */
  abjad: boolean;
}

/** One way to read a name in Latin letters. */
export interface LatinReading {
  words: LatinWord[];
}

const WORD = /(?:[\p{L}\p{M}\p{N}']|\p{Cf})+/gu;

/**
 * A name of any script in Latin letters: 1 to 3 readings, the likeliest first (none where it has no letter or figure).
 * Words end at white space, hyphens, dots and all other signs; apostrophes are dropped.
 */
export function toLatin(name: string): LatinReading[] {
  const readings = foldLatin(name) ?? foldLatin(name.normalize('NFKC'));
  if (readings) {
    return readings
      .filter((words) => words.length > 0)
      .map((words) => ({ words: words.map((text) => ({ text, abjad: false })) }));
  }
  const words = (name.normalize('NFKC').match(WORD) ?? []).map((word) => ({
    text: anyAscii(word)
      .toLowerCase()
      .replace(/[^a-z0-9]/g, ''),
    abjad: /[^\p{Script=Latin}\p{N}]/u.test(word),
  }));
  const kept = words.filter(({ text }) => text !== '');
  return kept.length > 0 ? [{ words: kept }] : [];
}
