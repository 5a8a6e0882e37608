import { JARO_WINKLER_MIN } from '../../names/word-similarity.ts';
import { findSharing, listPlanes, type PlaneList, WORDS_PER_BLOCK } from './letter-planes.ts';
import { COMPARED_CHARS_MAX } from './letters.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Counters of shared letters stop here. */
const NEEDED_MAX = 31;
/** Tolerance for rounding. */
const SLACK = 1e-9;
const [PREFIX_MAX, PREFIX_SCALE] = [4, 0.1];

/**
 * Calls back with every word of the vocabulary whose letters allow a Jaro-Winkler similarity of `JARO_WINKLER_MIN` to the text (and few others,
 * because the order of letters is ignored), and with how many letters must match for that. The more first letters are equal, the fewer must be
 * shared. Within a group the words with a common beginning are adjacent, and the runs around them are scanned separately.
 */
export function visitLikelySimilar(
  vocabulary: Vocabulary,
  text: string,
  lengths: { min: number; max: number },
  visit: (word: number, needed: number) => void,
): void {
  const { groupLengths, groupWords, groupBlocks } = vocabulary.data;
  const list = listPlanes(text);
  for (let group = 0; group < groupLengths.length; group++) {
    const length = groupLengths[group] as number;
    if (length < lengths.min || length > lengths.max) continue;
    const shared = Math.min(text.length, length);
    if (lettersNeeded(text.length, length, PREFIX_MAX) > shared) continue;
    const run = new Run(vocabulary, list, groupWords[group] as number, groupBlocks[group] as number, visit);
    let [from, to] = [run.firstWord, groupWords[group + 1] as number];
    for (let prefix = 0; prefix < PREFIX_MAX && from < to; prefix++) {
      const [inner, innerEnd] =
        prefix < shared ? vocabulary.findPrefix(text.slice(0, prefix + 1), from, to) : [from, from];
      const needed = lettersNeeded(text.length, length, prefix);
      if (needed <= shared) {
        run.scan(from, inner, needed);
        run.scan(innerEnd, to, needed);
      }
      [from, to] = [inner, innerEnd];
    }
    run.scan(from, to, lettersNeeded(text.length, length, PREFIX_MAX));
  }
}

/**
 * Returns how many letters words of these lengths share at least if their similarity reaches the minimum and `prefix` first
 * letters are equal: with m shared letters, none of them swapped, jaro = (m / a + m / b + 1) / 3.
 */
export function lettersNeeded(lengthA: number, lengthB: number, prefix: number): number {
  const a = Math.min(lengthA, COMPARED_CHARS_MAX);
  const b = Math.min(lengthB, COMPARED_CHARS_MAX);
  const boost = Math.min(prefix, a, b) * PREFIX_SCALE;
  const jaro = (JARO_WINKLER_MIN - boost) / (1 - boost);
  return Math.max(1, Math.ceil((3 * jaro - 1) / (1 / a + 1 / b) - SLACK));
}

/** The words of one length, scanned in ranges. */
class Run {
  readonly firstWord: number;
  readonly #planes: Uint32Array;
  readonly #list: PlaneList;
  readonly #firstBlock: number;
  readonly #visit: (word: number, needed: number) => void;

  constructor(
    vocabulary: Vocabulary,
    list: PlaneList,
    firstWord: number,
    firstBlock: number,
    visit: (word: number, needed: number) => void,
  ) {
    this.#planes = vocabulary.data.planes;
    this.#list = list;
    this.firstWord = firstWord;
    this.#firstBlock = firstBlock;
    this.#visit = visit;
  }

  /** Visits the words `[from, to)` that share `needed` letters. */
  scan(from: number, to: number, needed: number): void {
    if (from >= to) return;
    const least = Math.min(needed - this.#list.excess, NEEDED_MAX);
    const [start, end] = [from - this.firstWord, to - this.firstWord];
    for (let within = start - (start % WORDS_PER_BLOCK); within < end; within += WORDS_PER_BLOCK) {
      const block = this.#firstBlock + within / WORDS_PER_BLOCK;
      let found = least <= 0 ? -1 : findSharing(this.#planes, block, this.#list.planes, least);
      if (found === 0) continue;
      if (within < start) found &= -1 << (start - within);
      if (end - within < WORDS_PER_BLOCK) found &= (1 << (end - within)) - 1;
      while (found !== 0) {
        const bit = found & -found;
        this.#visit(this.firstWord + within + 31 - Math.clz32(bit), needed);
        found ^= bit;
      }
    }
  }
}
