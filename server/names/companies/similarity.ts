import { areNear } from './variants.ts';

/** The worth of a word that is in the other name with one error. */
export const NEAR_WORTH = 0.8;

/**
 * Returns the similarity of two names by their words (`nameWords`), from 0 to 1: the share of what they have in common in the weight of all their
 * words (Dice's coefficient). `weightOf` returns less for words of more companies. Joined and separate words are the same.
 */
export function similarityOfNames(
  asked: readonly string[],
  found: readonly string[],
  weightOf: (word: string) => number,
): number {
  if (asked.join('') === found.join('')) return asked.length === found.length ? 1 : 0.99;
  const left = [...found];
  let common = 0;
  let all = 0;
  const missed: string[] = [];
  for (const word of asked) {
    const at = left.indexOf(word);
    if (at === -1) missed.push(word);
    else count(at, 1);
  }
  for (const word of missed) {
    const at = left.findIndex((other) => areNear(word, other));
    if (at === -1) all += weightOf(word);
    else count(at, NEAR_WORTH);
  }
  for (const word of left) all += weightOf(word);
  return all === 0 ? 0 : common / all;

  /** Counts a word of both names. Its weight is that of the register's word, because a word with an error is always rare. */
  function count(at: number, worth: number): void {
    const weight = 2 * weightOf(left[at] as string);
    left.splice(at, 1);
    common += worth * weight;
    all += weight;
  }
}
