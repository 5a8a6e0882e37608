import { plainLetters } from '../lstm/word-list.ts';

/** Knows the words of a language. */
export interface Knower {
  knows(word: string): boolean;
}

/** Shorter words are on the lists of all languages. */
const LETTERS_MIN = 4;
/** Another language must know words with this many more letters than the first: a single word may be chance. */
const LEAD_LETTERS_MIN = 5;

/**
 * Returns the language of a page: the one that knows most of its words, by letters and counting each word once; the
 * first one unless another leads. Labels decide it: `Nachname` is on one list only, names are on all or on none.
 *
 * @param texts what one language has read; accents may be wrong
 */
export function languageOf<Language extends Knower>(
  texts: Iterable<string>,
  first: Language,
  others: readonly Language[],
): Language {
  const words = new Set([...texts].flatMap((text) => text.match(/\p{L}+/gu) ?? []).map(plainLetters));
  const long = [...words].filter(({ length }) => length >= LETTERS_MIN);
  const lettersOf = (language: Language): number =>
    long.reduce((sum, word) => sum + (language.knows(word) ? word.length : 0), 0);
  let [best, most] = [first, lettersOf(first) + LEAD_LETTERS_MIN - 1];
  for (const language of others) {
    const letters = lettersOf(language);
    if (letters > most) [best, most] = [language, letters];
  }
  return best;
}
