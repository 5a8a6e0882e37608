import { costOfRest, type Evidence, LACKING_COST, NEAR_CHARS_MAX } from '../names/rest.ts';
import type { NameWord } from '../names/word.ts';

const NO_WORDS: readonly NameWord[] = [];

/**
 * What the words of a query and of a name cost at least that have no partner (`usedA`, `usedB`: a bit for each word that may
 * have one). Short words may be a slip of one another, which costs less than either lacking; they are set apart and count
 * with the least that a word can cost.
 */
export function leastCost(
  a: readonly NameWord[],
  usedA: number,
  b: readonly NameWord[],
  usedB: number,
  evidence: Evidence,
): number {
  const shortA = maskShort(a, usedA);
  const shortB = maskShort(b, usedB);
  const short = Math.max(sumWeights(a, shortA), sumWeights(b, shortB));
  return costOfRest(a, usedA | shortA, b, usedB | shortB, evidence) + LACKING_COST * short;
}

/** The same where nothing is known of the name. */
export function leastCostAlone(words: readonly NameWord[], used: number, evidence: Evidence): number {
  return leastCost(words, used, NO_WORDS, 0, evidence);
}

function maskShort(words: readonly NameWord[], used: number): number {
  let mask = 0;
  for (let at = 0; at < words.length; at++) {
    if ((used & (1 << at)) === 0 && (words[at] as NameWord).text.length <= NEAR_CHARS_MAX) mask |= 1 << at;
  }
  return mask;
}

function sumWeights(words: readonly NameWord[], mask: number): number {
  let sum = 0;
  for (let at = 0; at < words.length; at++) if ((mask & (1 << at)) !== 0) sum += (words[at] as NameWord).weight;
  return sum;
}
