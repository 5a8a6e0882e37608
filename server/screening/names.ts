import { LACKING_COST, type WeightedWord } from './align.ts';
import { Vocabulary } from './vocabulary.ts';
import { isHeavy, splitWords, wordWeight } from './words.ts';

/** Names rescored exactly in one search, the most promising first. */
const CANDIDATES_MAX = 1_000;
/** Bounds are made of rounded weights, so a little slack keeps names that just reach the score. */
const SLACK = 0.9;

export interface NameIndex {
  /** The words of a name with their weights by the index's frequencies. */
  weigh(name: string): WeightedWord[];
  /** The words of an indexed name; names are known by their place in what the index was built from. */
  wordsOf(nameId: number): WeightedWord[];
  /** Names that may score `scoreMin` or more, the most promising first. */
  findCandidates(query: readonly WeightedWord[], scoreMin: number): number[];
}

/** A term of a query: one of its words, or words of it joined or split as a list may have written them. */
interface Term {
  wordId: number;
  gain: number;
}

/**
 * An inverted index from words to names. A search adds up, for each name, the weights of the query's words that it has
 * in the same or a similar form, and keeps the names that have enough of them to reach the score.
 */
export function buildNameIndex(names: readonly string[]): NameIndex {
  const vocabulary = new Vocabulary();
  const wordsOfNames = names.map((name) => splitWords(name).map((word) => vocabulary.add(word)));
  const postings: number[][] = vocabulary.words.map(() => []);
  wordsOfNames.forEach((ids, nameId) => {
    for (const id of new Set(ids)) postings[id]?.push(nameId);
  });
  const weights = vocabulary.words.map((word, id) => wordWeight(word, postings[id]?.length ?? 0, names.length));
  const sums = new Float64Array(names.length);
  const seenIn = new Int32Array(names.length);

  const weigh = (name: string): WeightedWord[] =>
    splitWords(name).map((text) => {
      const id = vocabulary.idOf(text);
      return { text, weight: (id === undefined ? undefined : weights[id]) ?? wordWeight(text, 0, names.length) };
    });

  const findCandidates = (query: readonly WeightedWord[], scoreMin: number): number[] => {
    const slots = findTerms(query, vocabulary);
    const touched: number[] = [];
    sums.fill(0);
    seenIn.fill(0);
    slots.forEach((terms, slot) => {
      for (const term of terms) {
        for (const nameId of postings[term.wordId] ?? []) {
          if (seenIn[nameId] === slot + 1) continue; // Terms come best first.
          seenIn[nameId] = slot + 1;
          if (sums[nameId] === 0) touched.push(nameId);
          sums[nameId] = (sums[nameId] ?? 0) + term.gain;
        }
      }
    });
    const needed = neededSum(query, scoreMin);
    const sumOf = (nameId: number): number => sums[nameId] ?? 0;
    return touched
      .filter((nameId) => sumOf(nameId) >= needed)
      .sort((a, b) => sumOf(b) - sumOf(a))
      .slice(0, CANDIDATES_MAX);
  };

  const wordsOf = (nameId: number): WeightedWord[] =>
    (wordsOfNames[nameId] ?? []).map((id) => ({ text: vocabulary.words[id] ?? '', weight: weights[id] ?? 1 }));

  return { weigh, wordsOf, findCandidates };
}

/**
 * The sum without which a name cannot reach the score: with `lacking` the weight of the query's words that it has not,
 * score <= sum / (sum + cost * lacking), as `alignNames` computes it.
 */
function neededSum(query: readonly WeightedWord[], scoreMin: number): number {
  const full = query.filter((word) => isHeavy(word.weight)).reduce((sum, word) => sum + word.weight, 0);
  return (full * SLACK) / (1 + (1 / scoreMin - 1) / LACKING_COST);
}

/** For each word of the query (or for all of them, where none is heavy) the words to look names up by, best first. */
function findTerms(query: readonly WeightedWord[], vocabulary: Vocabulary): Term[][] {
  const heavy = query.filter((word) => isHeavy(word.weight));
  const slots = (heavy.length > 0 ? heavy : query).map(({ text, weight }) =>
    [...vocabulary.findSimilar(text), ...findParts(text, vocabulary)].map(({ wordId, similarity }) => ({
      wordId,
      gain: weight * similarity,
    })),
  );
  return [...slots, ...findJoined(query, vocabulary)];
}

/** Two known words that make up one word of the query. */
function findParts(text: string, vocabulary: Vocabulary): { wordId: number; similarity: number }[] {
  const parts: { wordId: number; similarity: number }[] = [];
  for (let at = 2; at <= text.length - 2; at++) {
    const left = vocabulary.idOf(text.slice(0, at));
    const right = vocabulary.idOf(text.slice(at));
    if (left === undefined || right === undefined) continue;
    for (const wordId of [left, right]) parts.push({ wordId, similarity: 1 });
  }
  return parts;
}

/** Known words that two neighbouring words of the query make up. */
function findJoined(query: readonly WeightedWord[], vocabulary: Vocabulary): Term[][] {
  return query.slice(1).map((word, index) => {
    const before = query[index] ?? word;
    const similar = vocabulary.findSimilar(before.text + word.text);
    return similar.map(({ wordId, similarity }) => ({ wordId, gain: (before.weight + word.weight) * similarity }));
  });
}
