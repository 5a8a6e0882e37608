import { wordSimilarity } from './similarity.ts';

/** A word of a name and what it weighs, 0..1. */
export interface WeightedWord {
  text: string;
  weight: number;
}

/** Words of the one name that stand for words of the other; an empty text: a word that the other name lacks. */
export interface WordPair {
  query: string;
  candidate: string;
  similarity: number;
  weight: number;
}

export interface Alignment {
  /** 0..1 */
  score: number;
  pairs: WordPair[];
}

interface Match extends WordPair {
  queryAt: number;
  queryWords: number;
  candidateAt: number;
  candidateWords: number;
}

/** A name may be written in up to three words here and in one there (`Abd al Rahman`, `Abdalrahman`). */
const JOINED_WORDS_MAX = 3;
const JOINED_FACTOR = 0.98;
const INITIAL_SIMILARITY = 0.9;
/** A word that the other name simply lacks, such as a middle name, costs this share of its weight... */
export const LACKING_COST = 0.2;
/** ...but all of it where only one word agrees at all, so that a bare `Khan` is not everybody of that name... */
const LACKING_COST_SINGLE = 1;
/** ...and words that stand on both sides without agreeing are a contradiction, */
const CONTRADICTION_COST = 2;
/** ...unless they weigh less than this, as particles and legal forms do: those only lack. */
const CONTRADICTING_WEIGHT = 0.3;

/**
 * How well two names agree, whatever the order of their words: the best pairs of words are taken one after the other,
 * and the score is their weighted similarity over what they weigh plus the cost of all words left over. The costs are
 * our own, set on labelled pairs of names.
 */
export function alignNames(query: readonly WeightedWord[], candidate: readonly WeightedWord[]): Alignment {
  const chosen = chooseMatches(findMatches(query, candidate));
  const leftQuery = leftOver(query, chosen, 'query');
  const leftCandidate = leftOver(candidate, chosen, 'candidate');
  const matched = chosen.reduce((sum, match) => sum + match.weight, 0);
  const agreed = chosen.reduce((sum, match) => sum + match.weight * match.similarity, 0);
  const total = matched + costOfLeftOver(leftQuery, leftCandidate, countWholeWords(chosen));
  const lone = (word: WeightedWord) => ({ similarity: 0, weight: word.weight });
  return {
    score: total === 0 ? 0 : agreed / total,
    pairs: [
      ...chosen.map(({ query, candidate, similarity, weight }) => ({ query, candidate, similarity, weight })),
      ...leftQuery.map((word) => ({ query: word.text, candidate: '', ...lone(word) })),
      ...leftCandidate.map((word) => ({ query: '', candidate: word.text, ...lone(word) })),
    ],
  };
}

function costOfLeftOver(query: readonly WeightedWord[], candidate: readonly WeightedWord[], agreeing: number): number {
  const ownQuery = sumWeights(query.filter(canContradict));
  const ownCandidate = sumWeights(candidate.filter(canContradict));
  const contradicting = Math.min(ownQuery, ownCandidate);
  const lacking = Math.max(ownQuery, ownCandidate) - contradicting;
  const light = sumWeights(query) + sumWeights(candidate) - ownQuery - ownCandidate;
  const lackingCost = agreeing > 1 ? LACKING_COST : LACKING_COST_SINGLE;
  return contradicting * CONTRADICTION_COST + lacking * lackingCost + light * LACKING_COST;
}

/** Whole words that agree: neither initials nor light ones. */
function countWholeWords(matches: readonly Match[]): number {
  return matches
    .filter((match) => canContradict(match) && match.query.length > 1 && match.candidate.length > 1)
    .reduce((sum, match) => sum + Math.max(match.queryWords, match.candidateWords), 0);
}

function canContradict({ weight }: { weight: number }): boolean {
  return weight >= CONTRADICTING_WEIGHT;
}

function findMatches(query: readonly WeightedWord[], candidate: readonly WeightedWord[]): Match[] {
  const matches: Match[] = [];
  for (let i = 0; i < query.length; i++) {
    for (let j = 0; j < candidate.length; j++) {
      addMatch(matches, query, candidate, [i, 1, j, 1]);
      for (let words = 2; words <= JOINED_WORDS_MAX; words++) {
        if (i + words <= query.length) addMatch(matches, query, candidate, [i, words, j, 1]);
        if (j + words <= candidate.length) addMatch(matches, query, candidate, [i, 1, j, words]);
      }
    }
  }
  return matches;
}

function addMatch(
  matches: Match[],
  query: readonly WeightedWord[],
  candidate: readonly WeightedWord[],
  [queryAt, queryWords, candidateAt, candidateWords]: [number, number, number, number],
): void {
  const left = join(query, queryAt, queryWords);
  const right = join(candidate, candidateAt, candidateWords);
  const joined = queryWords + candidateWords > 2;
  let similarity = wordSimilarity(left.text, right.text) * (joined ? JOINED_FACTOR : 1);
  let weight = (left.weight + right.weight) / 2;
  const initial = !joined && Math.min(left.text.length, right.text.length) === 1;
  if (initial && similarity === 0 && left.text[0] === right.text[0]) {
    similarity = INITIAL_SIMILARITY;
    weight = Math.min(left.weight, right.weight);
  }
  if (similarity === 0) return;
  matches.push({
    query: left.text,
    candidate: right.text,
    similarity,
    weight,
    queryAt,
    queryWords,
    candidateAt,
    candidateWords,
  });
}

function join(words: readonly WeightedWord[], at: number, count: number): WeightedWord {
  const first = words[at];
  if (count === 1 && first) return first;
  const run = words.slice(at, at + count);
  return { text: run.map((word) => word.text).join(''), weight: sumWeights(run) };
}

/** The most similar first, the heavier first among equals, no word twice. */
function chooseMatches(matches: Match[]): Match[] {
  const usedQuery = new Set<number>();
  const usedCandidate = new Set<number>();
  const chosen: Match[] = [];
  for (const match of matches.sort((a, b) => b.similarity - a.similarity || b.weight - a.weight)) {
    const left = range(match.queryAt, match.queryWords);
    const right = range(match.candidateAt, match.candidateWords);
    if (left.some((at) => usedQuery.has(at)) || right.some((at) => usedCandidate.has(at))) continue;
    for (const at of left) usedQuery.add(at);
    for (const at of right) usedCandidate.add(at);
    chosen.push(match);
  }
  return chosen;
}

function leftOver(
  words: readonly WeightedWord[],
  chosen: readonly Match[],
  side: 'query' | 'candidate',
): WeightedWord[] {
  const used = new Set(chosen.flatMap((match) => range(match[`${side}At`], match[`${side}Words`])));
  return words.filter((_, at) => !used.has(at));
}

function range(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => from + index);
}

function sumWeights(words: readonly WeightedWord[]): number {
  return words.reduce((sum, word) => sum + word.weight, 0);
}
