import type { Match } from '../matches.ts';
import { LINKS_OF_GIVEN_NAME } from '../tables/given-names.ts';
import { isAbjad, type NameWord, writingOf } from '../word.ts';
import { bitsOf, bitsOfTexts, shareFamily } from './bits.ts';
import { QUARTERS, RARITIES } from './tables.ts';

/** A name across scripts with this many bits scores at most `SCORE_AT_MIN`, and each bit more or less counts. */
export const BITS_MIN = 18.5;
const SCORE_AT_MIN = 0.85;
const SCORE_OF_BIT = 0.02;
/** A name left over costs this much: this many more people have the other names. Patronymics are an exception, because they are usually left out. */
const LEFT_OVER_BITS = 3.5;
/** A particle or a title that agrees says at most this: very many names have it. */
const SMALL_BITS = 2;
/** Applies if only one pair of words agrees, for example if a whole name is written as one word. */
const SINGLE_BITS = 6;

/**
 * Returns the maximum score of a name in a script other than Latin. It agrees with many names by chance, the more so the shorter
 * and the more common its words are, so the score may not exceed the evidence. Returns 1 between names in Latin letters, and if
 * every word has a counterpart, letter for letter or as a name of one family.
 *
 * Evidence is added up by world (`RARITIES`): two names of one people, such as two Korean ones, say less than their words
 * separately. The world in which they say least counts.
 */
export function ceilingOf(
  a: readonly NameWord[],
  usedA: number,
  b: readonly NameWord[],
  usedB: number,
  matches: readonly Match[],
): number {
  if (!a.some(isAbjad) && !b.some(isAbjad)) return 1;
  const sums = [...RARITIES];
  let exact = true;
  for (const match of matches) {
    const [left, right] = [wordsOf(a, match.maskA), wordsOf(b, match.maskB)];
    const [first, second] = [left[0] as NameWord, right[0] as NameWord];
    const single = left.length === 1 && right.length === 1;
    const bits = single
      ? bitsOf(first, second, match.similarity)
      : bitsOfTexts(joinTexts(left), writingOf(first), joinTexts(right), writingOf(second));
    const most = single && (isSmall(first) || isSmall(second)) ? SMALL_BITS * QUARTERS : Number.POSITIVE_INFINITY;
    bits.forEach((found, world) => {
      sums[world] = (sums[world] as number) + Math.max(0, Math.min(most, found));
    });
    if (match.similarity < 1 && !(single && isKnownFamily(first, second))) exact = false;
  }
  const [restA, restB] = [leftOver(a, usedA), leftOver(b, usedB)];
  if (exact && matches.length > 0 && restA.length + restB.length === 0) return 1;
  const unmet = [...restA, ...restB].filter(({ kind }) => kind === 'word' || kind === 'further').length;
  const bits = Math.min(...sums) / QUARTERS - unmet * LEFT_OVER_BITS - (matches.length === 1 ? SINGLE_BITS : 0);
  return Math.max(0, Math.min(1, SCORE_AT_MIN + (bits - BITS_MIN) * SCORE_OF_BIT));
}

function isSmall({ kind }: NameWord): boolean {
  return kind === 'particle' || kind === 'title';
}

/** A family recognised by its sound is likely, not certain. */
function isKnownFamily(a: NameWord, b: NameWord): boolean {
  return LINKS_OF_GIVEN_NAME.has(a.text) && LINKS_OF_GIVEN_NAME.has(b.text) && shareFamily(a, b);
}

function leftOver(words: readonly NameWord[], used: number): NameWord[] {
  return words.filter((_, at) => (used & (1 << at)) === 0);
}

function wordsOf(words: readonly NameWord[], mask: number): NameWord[] {
  return words.filter((_, at) => (mask & (1 << at)) !== 0);
}

function joinTexts(words: readonly NameWord[]): string {
  return words.map(({ text }) => text).join('');
}
