import { joinedSimilarity, joinedWeight, pairWeight } from '../../names/matches.ts';
import { areEvidence } from '../../names/score.ts';
import { isAbjad, type NameWord } from '../../names/word.ts';
import { JARO_WINKLER_MIN, textSimilarity, wordSimilarity } from '../../names/word-similarity.ts';
import { JaroWinkler } from './letter-order.ts';
import { visitLikelySimilar } from './similar-texts.ts';
import type { Vocabulary } from './vocabulary.ts';

/** The words of a vocabulary that are like a word, with their similarity and the weight of the pair. */
export interface Expansion {
  ids: Uint32Array;
  similarities: Float64Array;
  weights: Float64Array;
  /** 1 if the pair is evidence, as defined by `areEvidence`. */
  evidence: Uint8Array;
}

interface Similar {
  id: number;
  similarity: number;
  weight: number;
  evidence: boolean;
}

/** Slightly less, as a tolerance for rounding. */
const LEAST = JARO_WINKLER_MIN - 1e-9;
/** A run of words and the word it may be differ in length by at most this. */
const JOINED_LENGTH_DIFFERENCE = 1;
/** Links with this prefix are skeletons. */
const SKELETON = 's:';
const ANY_LENGTH = { min: 1, max: Number.POSITIVE_INFINITY };

/**
 * Returns all words of the vocabulary that `wordSimilarity` finds like a word that is not an initial: those with similar letters,
 * those that share a link, and its initial.
 */
export function expandWord(vocabulary: Vocabulary, word: NameWord): Expansion {
  const candidates = findLinked(vocabulary, word);
  const [initial, initialEnd] = vocabulary.findText(word.text.slice(0, 1));
  for (let id = initial; id < initialEnd; id++) candidates.add(id);
  for (const id of findSimilarTexts(vocabulary, word.text, ANY_LENGTH)) candidates.add(id);
  const found: Similar[] = [];
  for (const id of candidates) {
    const other = vocabulary.wordAt(id);
    const similarity = wordSimilarity(word, other);
    if (similarity === 0) continue;
    found.push({ id, similarity, weight: pairWeight(word, other), evidence: areEvidence(word, other) });
  }
  return pack(found);
}

/**
 * Skeletons make words alike only if one of the two is from another script. Such words come first among a link's words, and all others are skipped.
 */
function findLinked(vocabulary: Vocabulary, word: NameWord): Set<number> {
  const found = new Set<number>();
  for (const link of word.links) {
    const all = !link.startsWith(SKELETON) || isAbjad(word);
    for (const id of vocabulary.findLink(link)) {
      if (!all && !vocabulary.isMarked(id)) break;
      found.add(id);
    }
  }
  return found;
}

/** Returns all words of the vocabulary that a run of adjacent words, written as one, may be. */
export function expandRun(vocabulary: Vocabulary, words: readonly NameWord[], from: number, count: number): Expansion {
  const text = joinTexts(words, from, count);
  const lengths = { min: text.length - JOINED_LENGTH_DIFFERENCE, max: text.length + JOINED_LENGTH_DIFFERENCE };
  const found: Similar[] = [];
  for (const id of findSimilarTexts(vocabulary, text, lengths)) {
    const other = vocabulary.wordAt(id);
    const similarity = joinedSimilarity(words, from, count, other);
    if (similarity === 0) continue;
    found.push({ id, similarity, weight: joinedWeight(words, from, count, other), evidence: true });
  }
  return pack(found);
}

export function joinTexts(words: readonly NameWord[], from: number, count: number): string {
  let text = '';
  for (let i = from; i < from + count; i++) text += words[i]?.text ?? '';
  return text;
}

/** Returns words whose texts alone are similar to the text. */
function findSimilarTexts(vocabulary: Vocabulary, text: string, lengths: { min: number; max: number }): number[] {
  const { wordBytes, wordStarts, textLengths } = vocabulary.data;
  const measure = new JaroWinkler(text);
  const found: number[] = [];
  visitLikelySimilar(vocabulary, text, lengths, (id, needed) => {
    const jaroWinkler = measure.to(wordBytes, wordStarts[id] as number, textLengths[id] as number, needed);
    if (jaroWinkler < LEAST) return;
    const other = vocabulary.textAt(id);
    if (textSimilarity(text, other) > 0) found.push(id);
  });
  return found;
}

function pack(found: readonly Similar[]): Expansion {
  return {
    ids: Uint32Array.from(found, ({ id }) => id),
    similarities: Float64Array.from(found, ({ similarity }) => similarity),
    weights: Float64Array.from(found, ({ weight }) => weight),
    evidence: Uint8Array.from(found, ({ evidence }) => Number(evidence)),
  };
}
