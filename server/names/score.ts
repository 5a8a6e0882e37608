import { ceilingOf } from './bits/ceiling.ts';
import { chooseMatches, type Match, pairWeight } from './matches.ts';
import { costOfRest, type Evidence, LACKING_COST } from './unmatched-words.ts';
import { isAbjad, type NameWord, type PreparedName } from './word.ts';

export { LACKING_COST, pairWeight };

/** Words of one name that match words of the other. An empty text: a word that the other name lacks. */
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

interface Tally extends Evidence {
  /** Whole words that agree letter for letter. */
  exact: number;
  /** Initials that agree. */
  initials: number;
}

/** The cost of the share of a name's weight that stays open if only its initial is on the other side. */
const INITIAL_OPEN_COST = 0.1;
/** The same if the only whole word that agrees is misspelt, and if none agrees. */
const INITIAL_OPEN_COST_DOUBTFUL = 0.5;
const INITIAL_OPEN_COST_ALONE = 1;
/** Words less similar than this are misspelt. Each one beyond the first takes `MISSPELT_COST` off the score. */
const MISSPELT_SIMILARITY = 0.9;
const MISSPELT_COST = 0.04;
/** From here on two words are the same word. */
const EXACT_SIMILARITY = 0.98;

/**
 * Returns how well two names agree, whatever the order of their words. The most similar words are paired one after the other. The score is their
 * weighted similarity over their weight plus the cost of all words left over, `sum(similarity * weight) / (sum(weight) + cost)`, lowered if several
 * words are misspelt. Costs and weights are our own, set on labelled pairs of names and on the noise of unlisted names. Names in other scripts score
 * no more than the evidence allows, see `ceilingOf`. Symmetric, deterministic.
 */
export function scoreNames(a: PreparedName, b: PreparedName): NameScore {
  const matches = chooseMatches(a.words, b.words);
  const evidence: Tally = { whole: 0, wholeWeight: 0, bare: false, exact: 0, initials: 0 };
  let usedA = 0;
  let usedB = 0;
  let matched = 0;
  let agreed = 0;
  let open = 0;
  let misspelt = 0;
  for (let at = 0; at < matches.length; at++) {
    const match = matches[at] as Match;
    usedA |= match.maskA;
    usedB |= match.maskB;
    matched += match.weight;
    agreed += match.weight * match.similarity;
    open += addEvidence(evidence, match, firstOf(a.words, match.maskA), firstOf(b.words, match.maskB));
    if (match.similarity < MISSPELT_SIMILARITY) misspelt += 1;
  }
  evidence.bare = evidence.whole === 1 && evidence.initials === 0;
  const openCost = open * openShare(evidence);
  const total = matched + openCost + costOfRest(a.words, usedA, b.words, usedB, evidence);
  const factor = misspelt > 1 ? Math.max(0, 1 - (misspelt - 1) * MISSPELT_COST) : 1;
  return {
    score: total === 0 ? 0 : Math.min((factor * agreed) / total, ceilingOf(a.words, usedA, b.words, usedB, matches)),
    pairs: listPairs(a.words, usedA, b.words, usedB, matches),
  };
}

/** Counts a match towards the evidence if it is one of whole words. Returns what stays open of a name matched by its initial. */
function addEvidence(evidence: Tally, match: Match, a: NameWord, b: NameWord): number {
  const words = Math.max(countBits(match.maskA), countBits(match.maskB));
  if (words === 1 && (a.kind === 'initial' || b.kind === 'initial')) {
    evidence.initials += 1;
    return Math.abs(a.weight - b.weight);
  }
  if (!areEvidence(a, b)) return 0;
  evidence.whole += words;
  if (match.similarity >= EXACT_SIMILARITY) evidence.exact += words;
  evidence.wholeWeight += worthOf(match, a, b);
  return 0;
}

/**
 * Returns how well a match identifies a person: fully if it is a spelling of the same word, as between scripts, which never agree letter for letter.
 */
function worthOf({ weight, similarity }: Match, a: NameWord, b: NameWord): number {
  return isAbjad(a) || isAbjad(b) || similarity >= MISSPELT_SIMILARITY ? weight : weight * similarity;
}

function openShare({ whole, exact }: Tally): number {
  if (whole === 0) return INITIAL_OPEN_COST_ALONE;
  return whole > 1 || exact > 0 ? INITIAL_OPEN_COST : INITIAL_OPEN_COST_DOUBTFUL;
}

/** Whether two words that agree are two of whole names. Words that say little are not. */
export function areEvidence(a: NameWord, b: NameWord): boolean {
  return a.kind === 'word' || b.kind === 'word' || (a.kind === 'further' && b.kind === 'further');
}

function firstOf(words: readonly NameWord[], mask: number): NameWord {
  return words[31 - Math.clz32(mask & -mask)] as NameWord;
}

function countBits(mask: number): number {
  let bits = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) bits += 1;
  return bits;
}

function listPairs(
  a: readonly NameWord[],
  usedA: number,
  b: readonly NameWord[],
  usedB: number,
  matches: readonly Match[],
): WordPair[] {
  const pairs: WordPair[] = [];
  for (const { maskA, maskB, similarity, weight } of matches) {
    pairs.push({ query: textOf(a, maskA), candidate: textOf(b, maskB), similarity, weight });
  }
  a.forEach(({ text, weight }, at) => {
    if ((usedA & (1 << at)) === 0) pairs.push({ query: text, candidate: '', similarity: 0, weight });
  });
  b.forEach(({ text, weight }, at) => {
    if ((usedB & (1 << at)) === 0) pairs.push({ query: '', candidate: text, similarity: 0, weight });
  });
  return pairs;
}

function textOf(words: readonly NameWord[], mask: number): string {
  let text = '';
  for (let rest = mask; rest !== 0; rest &= rest - 1) text += firstOf(words, rest).text;
  return text;
}
