import type { NameWord, PreparedName } from './word.ts';
import { textSimilarity, wordSimilarity } from './word-similarity.ts';

/** Words of the one name that stand for words of the other; an empty text: a word that the other name lacks. */
export interface WordPair {
  query: string;
  candidate: string;
  /** 0..1 */
  similarity: number;
  weight: number;
}

export interface NameScore {
  /** 0..1 */
  score: number;
  pairs: WordPair[];
}

/** Up to so many neighbouring words may be one word of the other name (`Abd al Rahman`, `Abdalrahman`). */
export const JOINED_WORDS_MAX = 3;
export const JOINED_FACTOR = 0.98;
/** Shorter words are joined or split only letter for letter. */
const JOINED_CHARS_FUZZY_MIN = 8;
const JOINED_SIMILARITY_MIN = 0.85;
/** A word that the other name simply lacks, such as a middle name, costs at least this share of its weight... */
export const LACKING_COST = 0.2;
/** ...but all of it where only one whole word agrees, so that a bare `Khan` is not everybody of that name... */
const LACKING_COST_SINGLE = 1;
/** ...and words that stand on both sides without agreeing are a contradiction, */
const CONTRADICTION_COST = 2;
/** ...unless they weigh less than this, as particles and titles do: those only lack. */
export const CONTRADICTING_WEIGHT = 0.25;

const MATCHES_MAX = 2048;
const similarities = new Float64Array(MATCHES_MAX);
const weights = new Float64Array(MATCHES_MAX);
/** Where a match begins and how many words it takes, on both sides: a byte each. */
const spots = new Int32Array(MATCHES_MAX);

/** What two agreeing words weigh together. An initial lends its own small weight to the name it may stand for. */
export function pairWeight(a: NameWord, b: NameWord): number {
  if (a.kind === 'initial' || b.kind === 'initial') return Math.min(a.weight, b.weight);
  return (a.weight + b.weight) / 2;
}

/**
 * How well two names agree, whatever the order of their words: the most alike words are paired one after the other, and
 * the score is their weighted similarity over what they weigh plus the cost of all words left over,
 * `sum(similarity * weight) / (sum(weight) + cost)`. Costs and weights are our own, set on labelled pairs of names and
 * on the noise of unlisted names. Symmetric, deterministic.
 */
export function scoreNames(a: PreparedName, b: PreparedName): NameScore {
  const found = findMatches(a.words, b.words);
  const pairs: WordPair[] = [];
  let usedA = 0;
  let usedB = 0;
  let matched = 0;
  let agreed = 0;
  let whole = 0;
  for (;;) {
    const best = takeBest(found, usedA, usedB);
    if (best < 0) break;
    const spot = spots[best] as number;
    const [fromA, countA, fromB, countB] = [spot & 255, (spot >> 8) & 255, (spot >> 16) & 255, spot >> 24];
    usedA |= ((1 << countA) - 1) << fromA;
    usedB |= ((1 << countB) - 1) << fromB;
    const similarity = similarities[best] as number;
    const weight = weights[best] as number;
    matched += weight;
    agreed += weight * similarity;
    if (weight >= CONTRADICTING_WEIGHT && isWhole(a.words, fromA) && isWhole(b.words, fromB))
      whole += Math.max(countA, countB);
    pairs.push({
      query: textOf(a.words, fromA, countA),
      candidate: textOf(b.words, fromB, countB),
      similarity,
      weight,
    });
  }
  const cost = costOfRest(a.words, usedA, b.words, usedB, whole, pairs);
  const total = matched + cost;
  return { score: total === 0 ? 0 : agreed / total, pairs };
}

/** Neither an initial nor a word that says little. */
export function isWhole(words: readonly NameWord[], at: number): boolean {
  const word = words[at];
  return word !== undefined && word.kind !== 'initial' && word.kind !== 'generic';
}

function textOf(words: readonly NameWord[], from: number, count: number): string {
  let text = words[from]?.text ?? '';
  for (let i = 1; i < count; i++) text += words[from + i]?.text ?? '';
  return text;
}

/** Fills the tables above with every pair of words and of joined words that may agree; how many there are. */
function findMatches(a: readonly NameWord[], b: readonly NameWord[]): number {
  let found = 0;
  for (let i = 0; i < a.length; i++) {
    for (let j = 0; j < b.length; j++) {
      if (found > MATCHES_MAX - 8) return found;
      const left = a[i] as NameWord;
      const right = b[j] as NameWord;
      const similarity = wordSimilarity(left, right);
      if (similarity > 0) found = note(found, similarity, pairWeight(left, right), i, 1, j, 1);
      for (let count = 2; count <= JOINED_WORDS_MAX; count++) {
        const leftJoined = joinedSimilarity(a, i, count, right);
        if (leftJoined > 0) found = note(found, leftJoined, joinedWeight(a, i, count, right), i, count, j, 1);
        const rightJoined = joinedSimilarity(b, j, count, left);
        if (rightJoined > 0) found = note(found, rightJoined, joinedWeight(b, j, count, left), i, 1, j, count);
      }
    }
  }
  return found;
}

function note(
  found: number,
  similarity: number,
  weight: number,
  i: number,
  countA: number,
  j: number,
  countB: number,
): number {
  similarities[found] = similarity;
  weights[found] = weight;
  spots[found] = i | (countA << 8) | (j << 16) | (countB << 24);
  return found + 1;
}

/** How alike a run of words, written as one, is to a word; 0 where they are not the same word. */
export function joinedSimilarity(words: readonly NameWord[], from: number, count: number, word: NameWord): number {
  if (from + count > words.length) return 0;
  let length = 0;
  for (let i = 0; i < count; i++) length += (words[from + i] as NameWord).text.length;
  if (Math.abs(length - word.text.length) > 1) return 0;
  const text = textOf(words, from, count);
  if (text === word.text) return JOINED_FACTOR;
  if (length < JOINED_CHARS_FUZZY_MIN) return 0;
  const similarity = textSimilarity(text, word.text);
  return similarity < JOINED_SIMILARITY_MIN ? 0 : similarity * JOINED_FACTOR;
}

export function joinedWeight(words: readonly NameWord[], from: number, count: number, word: NameWord): number {
  let sum = word.weight;
  for (let i = 0; i < count; i++) sum += (words[from + i] as NameWord).weight;
  return sum / 2;
}

/** The most similar match whose words are still free, the heavier among equals, the first among those; -1: none. */
function takeBest(found: number, usedA: number, usedB: number): number {
  let best = -1;
  for (let at = 0; at < found; at++) {
    const similarity = similarities[at] as number;
    if (best >= 0) {
      const least = similarities[best] as number;
      if (similarity < least || (similarity === least && (weights[at] as number) <= (weights[best] as number)))
        continue;
    }
    const spot = spots[at] as number;
    const maskA = ((1 << ((spot >> 8) & 255)) - 1) << (spot & 255);
    const maskB = ((1 << (spot >> 24)) - 1) << ((spot >> 16) & 255);
    if ((maskA & usedA) === 0 && (maskB & usedB) === 0) best = at;
  }
  return best;
}

function costOfRest(
  a: readonly NameWord[],
  usedA: number,
  b: readonly NameWord[],
  usedB: number,
  whole: number,
  pairs: WordPair[],
): number {
  const heavyA = restOf(a, usedA, true);
  const heavyB = restOf(b, usedB, true);
  const light = restOf(a, usedA, false) + restOf(b, usedB, false);
  for (let i = 0; i < a.length; i++) if ((usedA & (1 << i)) === 0) pairs.push(lone(a[i] as NameWord, true));
  for (let j = 0; j < b.length; j++) if ((usedB & (1 << j)) === 0) pairs.push(lone(b[j] as NameWord, false));
  return costOfLeftOver(heavyA, heavyB, light, whole);
}

/**
 * What words left over cost, by their weights: those that can contradict (`CONTRADICTING_WEIGHT` or more) of the one name and of
 * the other, and the light ones of both. `whole`: how many whole words agree. Never falls as a weight grows, nor rises with
 * `whole`: the index bounds scores by it.
 */
export function costOfLeftOver(heavyA: number, heavyB: number, light: number, whole: number): number {
  const contradicting = Math.min(heavyA, heavyB);
  const lacking = Math.max(heavyA, heavyB) - contradicting;
  const lackingCost = whole > 1 ? LACKING_COST : LACKING_COST_SINGLE;
  return contradicting * CONTRADICTION_COST + lacking * lackingCost + light * LACKING_COST;
}

function restOf(words: readonly NameWord[], used: number, heavy: boolean): number {
  let sum = 0;
  for (let i = 0; i < words.length; i++) {
    const { weight } = words[i] as NameWord;
    if ((used & (1 << i)) === 0 && weight >= CONTRADICTING_WEIGHT === heavy) sum += weight;
  }
  return sum;
}

function lone(word: NameWord, inQuery: boolean): WordPair {
  const { text, weight } = word;
  return { query: inQuery ? text : '', candidate: inQuery ? '' : text, similarity: 0, weight };
}
