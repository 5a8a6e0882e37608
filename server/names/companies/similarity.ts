import { areNear } from './variants.ts';

/** What a word is worth that stands in the other name with one error. */
export const NEAR_WORTH = 0.8;

/**
 * How alike two names are by their words (`nameWords`), from 0 to 1: the share of what they have in common in the weight of all
 * their words (Dice's coefficient), where `weightOf` gives the less the more companies have the word. Written together or
 * apart is the same.
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

  /** Both names have the word; it weighs what the register's does, since one with an error in it is rare in any case. */
  function count(at: number, worth: number): void {
    const weight = 2 * weightOf(left[at] as string);
    left.splice(at, 1);
    common += worth * weight;
    all += weight;
  }
}
