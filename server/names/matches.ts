import type { NameWord } from './word.ts';
import { textSimilarity, wordSimilarity } from './word-similarity.ts';

/** Up to this many adjacent words may be one word of the other name (`Abd al Rahman`, `Abdalrahman`). */
export const JOINED_WORDS_MAX = 3;
/** The factor for words that are joined or split, compared with the same words written alike. */
export const JOINED_FACTOR = 0.98;
/** Shorter runs are joined or split only letter for letter... */
const JOINED_CHARS_FUZZY_MIN = 9;
/** ...and longer ones only if they are this similar. */
const JOINED_SIMILARITY_MIN = 0.85;

const MATCHES_MAX = 2048;
const similarities = new Float64Array(MATCHES_MAX);
const weights = new Float64Array(MATCHES_MAX);
/** The words that a match takes, one bit each. */
const masksA = new Int32Array(MATCHES_MAX);
const masksB = new Int32Array(MATCHES_MAX);

/** Words of one name that match words of the other. */
export interface Match {
  similarity: number;
  weight: number;
  /** One bit for each word that it takes. */
  maskA: number;
  maskB: number;
}

/** Returns the joint weight of two agreeing words. An initial gives its own small weight to the name that it may abbreviate. */
export function pairWeight(a: NameWord, b: NameWord): number {
  if (a.kind === 'initial' || b.kind === 'initial') return Math.min(a.weight, b.weight);
  return (a.weight + b.weight) / 2;
}

/** Returns the best matches of two names, no word twice: the most similar first, the heavier among equals. */
export function chooseMatches(a: readonly NameWord[], b: readonly NameWord[]): Match[] {
  const found = findMatches(a, b);
  const chosen: Match[] = [];
  let usedA = 0;
  let usedB = 0;
  for (;;) {
    const best = takeBest(found, usedA, usedB);
    if (best < 0) return chosen;
    const maskA = masksA[best] as number;
    const maskB = masksB[best] as number;
    usedA |= maskA;
    usedB |= maskB;
    chosen.push({ similarity: similarities[best] as number, weight: weights[best] as number, maskA, maskB });
  }
}

/** Fills the tables above with every pair of words and of joined words that may agree. Returns their number. */
function findMatches(a: readonly NameWord[], b: readonly NameWord[]): number {
  let found = 0;
  for (let i = 0; i < a.length; i++) {
    for (let j = 0; j < b.length; j++) {
      const left = a[i] as NameWord;
      const right = b[j] as NameWord;
      const similarity = wordSimilarity(left, right);
      if (similarity > 0) found = note(found, similarity, pairWeight(left, right), 1 << i, 1 << j);
      for (let count = 2; count <= JOINED_WORDS_MAX; count++) {
        const run = ((1 << count) - 1) | 0;
        const leftJoined = joinedSimilarity(a, i, count, right);
        if (leftJoined > 0) found = note(found, leftJoined, joinedWeight(a, i, count, right), run << i, 1 << j);
        const rightJoined = joinedSimilarity(b, j, count, left);
        if (rightJoined > 0) found = note(found, rightJoined, joinedWeight(b, j, count, left), 1 << i, run << j);
      }
    }
  }
  return found;
}

function note(found: number, similarity: number, weight: number, maskA: number, maskB: number): number {
  if (found === MATCHES_MAX) return found;
  similarities[found] = similarity;
  weights[found] = weight;
  masksA[found] = maskA;
  masksB[found] = maskB;
  return found + 1;
}

/** Returns the similarity of a run of words, written as one, to a word. 0 if they are not the same word. */
export function joinedSimilarity(words: readonly NameWord[], from: number, count: number, word: NameWord): number {
  if (from + count > words.length) return 0;
  let length = 0;
  for (let i = 0; i < count; i++) length += (words[from + i] as NameWord).text.length;
  if (Math.abs(length - word.text.length) > 1) return 0;
  const text = joinTexts(words, from, count);
  if (text === word.text) return JOINED_FACTOR;
  if (length < JOINED_CHARS_FUZZY_MIN) return 0;
  const similarity = textSimilarity(text, word.text);
  return similarity < JOINED_SIMILARITY_MIN ? 0 : similarity * JOINED_FACTOR;
}

function joinTexts(words: readonly NameWord[], from: number, count: number): string {
  let text = '';
  for (let i = 0; i < count; i++) text += (words[from + i] as NameWord).text;
  return text;
}

export function joinedWeight(words: readonly NameWord[], from: number, count: number, word: NameWord): number {
  let sum = word.weight;
  for (let i = 0; i < count; i++) sum += (words[from + i] as NameWord).weight;
  return sum / 2;
}

function takeBest(found: number, usedA: number, usedB: number): number {
  let best = -1;
  let similarity = 0;
  let weight = 0;
  for (let at = 0; at < found; at++) {
    const other = similarities[at] as number;
    if (other < similarity || (other === similarity && (weights[at] as number) <= weight)) continue;
    if (((masksA[at] as number) & usedA) !== 0 || ((masksB[at] as number) & usedB) !== 0) continue;
    best = at;
    similarity = other;
    weight = weights[at] as number;
  }
  return best;
}
