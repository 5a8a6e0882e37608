import { joinedSimilarity, joinedWeight } from '../../names/matches.ts';
import type { NameWord } from '../../names/word.ts';
import type { Vocabulary } from './vocabulary.ts';

/** A run of adjacent words of a reading that, written as one, are a word of the query. */
export interface Split {
  reading: number;
  /** The index of the run's first word in the reading, and the number of words. */
  from: number;
  count: number;
  similarity: number;
  weight: number;
}

/** The number of readings examined for one pair of words. If both are more frequent, a split of them says little. */
const READINGS_MAX = 20_000;

/**
 * Returns the readings that have a word of the query in two or three parts, letter for letter. (Parts with a typo are not
 * searched for: only the name's other words find them.)
 */
export function findSplits(vocabulary: Vocabulary, word: NameWord): Split[] {
  const splits: Split[] = [];
  for (const parts of listParts(vocabulary, word.text)) collectRuns(vocabulary, word, parts, splits);
  return splits;
}

type WordRange = readonly [number, number];

/** Returns the ways to cut a text into two or three words of the vocabulary. A part is the range of words with its text. */
function listParts(vocabulary: Vocabulary, text: string): WordRange[][] {
  const ways: WordRange[][] = [];
  const cuts = Array.from({ length: Math.max(0, text.length - 1) }, (_, i) => i + 1);
  const find = (from: number, to: number): WordRange => vocabulary.findText(text.slice(from, to));
  const firsts = cuts.map((at) => ({ at, range: find(0, at) })).filter(({ range }) => isSome(range));
  const lasts = cuts.map((at) => ({ at, range: find(at, text.length) })).filter(({ range }) => isSome(range));
  for (const first of firsts) {
    for (const last of lasts) {
      if (first.at === last.at) ways.push([first.range, last.range]);
      if (first.at >= last.at) continue;
      const middle = find(first.at, last.at);
      if (isSome(middle)) ways.push([first.range, middle, last.range]);
    }
  }
  return ways;
}

function isSome([from, to]: WordRange): boolean {
  return from < to;
}

function collectRuns(vocabulary: Vocabulary, word: NameWord, parts: readonly WordRange[], splits: Split[]): void {
  const { postingStarts, postings } = vocabulary.data;
  const counts = parts.map(([from, to]) => (postingStarts[to] as number) - (postingStarts[from] as number));
  const rarest = counts.indexOf(Math.min(...counts));
  if ((counts[rarest] as number) > READINGS_MAX) return;
  const [from, to] = parts[rarest] as WordRange;
  for (let at = postingStarts[from] as number; at < (postingStarts[to] as number); at++) {
    collectRunsOf(vocabulary, word, parts, postings[at] as number, splits);
  }
}

function collectRunsOf(
  vocabulary: Vocabulary,
  word: NameWord,
  parts: readonly WordRange[],
  reading: number,
  splits: Split[],
): void {
  const { readingStarts, readingWords } = vocabulary.data;
  const start = readingStarts[reading] as number;
  const last = (readingStarts[reading + 1] as number) - parts.length;
  for (let at = start; at <= last; at++) {
    const fits = parts.every(([from, to], i) => {
      const id = readingWords[at + i] as number;
      return id >= from && id < to;
    });
    if (!fits) continue;
    const run = parts.map((_, i) => vocabulary.wordAt(readingWords[at + i] as number));
    const similarity = joinedSimilarity(run, 0, run.length, word);
    if (similarity === 0) continue;
    const weight = joinedWeight(run, 0, run.length, word);
    splits.push({ reading, from: at - start, count: parts.length, similarity, weight });
  }
}
