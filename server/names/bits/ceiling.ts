import type { Match } from '../matches.ts';
import { isKoreanSurname } from '../scripts/hangul.ts';
import { LINKS_OF_GIVEN_NAME } from '../tables/given-names.ts';
import { isAbjad, type NameWord, type WordKind, type Writing, writingOf } from '../word.ts';
import { bitsOf, bitsOfTexts, shareFamily } from './bits.ts';
import { QUARTERS, RARITIES } from './tables.ts';

/** A name across scripts with this many bits scores at most `SCORE_AT_MIN`, and each bit more or less counts. */
export const BITS_MIN = 18.5;
const SCORE_AT_MIN = 0.85;
const SCORE_OF_BIT = 0.02;
/** A name left over costs this much: this many more people have the other names. Patronymics are an exception, because they are usually left out. */
const LEFT_OVER_BITS = 3.5;
/** A second given name, a mother's surname or a father's name that is left over: people usually leave them out. */
const FURTHER_LEFT_OVER_BITS = 1;
/**
 * Names in these scripts need fewer bits than `BITS_MIN` by so many. Arabic writes few vowels, and Hangul writes foreign names in
 * few letters, so what agrees says less of a true pair. A Korean's own name in Hangul needs all.
 */
const FEWER_BITS: Partial<Record<Writing, number>> = { a: 1, h: 1 };
/** A pair that is more likely two words counts against the name, at most as both of them left over. */
const TWO_WORDS_BITS = -2 * LEFT_OVER_BITS;
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
      sums[world] = (sums[world] as number) + Math.max(TWO_WORDS_BITS * QUARTERS, Math.min(most, found));
    });
    if (match.similarity < 1 && !(single && isKnownFamily(first, second))) exact = false;
  }
  const [restA, restB] = [leftOver(a, usedA), leftOver(b, usedB)];
  if (exact && matches.length > 0 && restA.length + restB.length === 0) return 1;
  const leftOverBits = [...restA, ...restB].reduce((sum, { kind }) => sum + costOfLeftOver(kind), 0);
  const bits = Math.min(...sums) / QUARTERS - leftOverBits - (matches.length === 1 ? SINGLE_BITS : 0);
  const least = BITS_MIN - Math.max(fewerBitsOf(a), fewerBitsOf(b));
  return Math.max(0, Math.min(1, SCORE_AT_MIN + (bits - least) * SCORE_OF_BIT));
}

function costOfLeftOver(kind: WordKind): number {
  if (kind === 'further') return FURTHER_LEFT_OVER_BITS;
  return kind === 'word' ? LEFT_OVER_BITS : 0;
}

function fewerBitsOf(words: readonly NameWord[]): number {
  const first = words.find(isAbjad);
  if (!first) return 0;
  const writing = writingOf(first);
  return writing === 'h' && isKoreanSurname(first.text) ? 0 : (FEWER_BITS[writing] ?? 0);
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
