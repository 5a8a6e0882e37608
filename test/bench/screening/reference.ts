import { BestPlaces } from '../../../server/screening/index/best-places.ts';
import type { IndexData } from '../../../server/screening/index/data.ts';
import { signLetters } from '../../../server/screening/index/letters.ts';
import { readingAt } from '../../../server/screening/index/search.ts';
import { lettersNeeded } from '../../../server/screening/index/similar-texts.ts';
import { Vocabulary } from '../../../server/screening/index/vocabulary.ts';
import { joinedSimilarity } from '../../../server/screening/names/matches.ts';
import { scoreNames } from '../../../server/screening/names/score.ts';
import type { NameWord, PreparedName } from '../../../server/screening/names/word.ts';
import { textSimilarity, wordSimilarity } from '../../../server/screening/names/word-similarity.ts';

const RUN_WORDS_MAX = 3;
const PREFIX_MAX = 4;

/**
 * What a scan of all names finds, with the similarities of the query's words to all words of the vocabulary computed once
 * for a query: a name of which no word, and no two or three words written as one, is like anything in the query scores 0 and
 * is passed over. Uses nothing of the index but the words of each name.
 */
export class ReferenceScan {
  readonly #data: IndexData;
  readonly #vocabulary: Vocabulary;
  readonly #words: NameWord[];
  readonly #signatures: { once: number; twice: number; excess: number }[];

  constructor(data: IndexData) {
    this.#data = data;
    this.#vocabulary = new Vocabulary(data);
    this.#words = Array.from({ length: this.#vocabulary.size }, (_, id) => this.#vocabulary.wordAt(id));
    this.#signatures = this.#words.map((word) => signLetters(word.text));
  }

  find(query: readonly PreparedName[], scoreMin: number, limit: number): { place: number; score: number }[] {
    const best = new BestPlaces(scoreMin, limit);
    for (const reading of query) this.#scan(reading, best);
    return best.list();
  }

  #scan(query: PreparedName, best: BestPlaces): void {
    const similar = this.#markSimilar(query.words);
    const runs = query.words.map((word) => new RunFinder(this.#words, this.#signatures, word));
    const { readingStarts, readingWords, placeStarts, places } = this.#data;
    for (let reading = 0; reading + 1 < readingStarts.length; reading++) {
      const words = readingWords.subarray(readingStarts[reading], readingStarts[reading + 1]);
      if (!words.some((id) => similar[id] === 1) && !runs.some((run) => run.isIn(words))) continue;
      const { score } = scoreNames(query, readingAt(this.#vocabulary, reading));
      if (score < best.scoreMin) continue;
      for (const place of places.subarray(placeStarts[reading], placeStarts[reading + 1])) best.offer(place, score);
    }
  }

  /** 1 for each word that a word of the query, or a run of its words, is like. */
  #markSimilar(query: readonly NameWord[]): Uint8Array {
    const similar = new Uint8Array(this.#words.length);
    this.#words.forEach((word, id) => {
      const alike =
        query.some((own) => wordSimilarity(own, word) > 0) ||
        query.some((_, from) => [2, 3].some((count) => joinedSimilarity(query, from, count, word) > 0));
      if (alike) similar[id] = 1;
    });
    return similar;
  }
}

/** Finds names in which two or three neighbouring words may be one word of the query. */
class RunFinder {
  readonly #words: readonly NameWord[];
  readonly #word: NameWord;
  /** Letters that each word of the vocabulary has in common with the query's word, at most. */
  readonly #shared: Uint8Array;

  constructor(words: readonly NameWord[], signatures: readonly ReturnType<typeof signLetters>[], word: NameWord) {
    this.#words = words;
    this.#word = word;
    const own = signLetters(word.text);
    this.#shared = Uint8Array.from(signatures, ({ once, twice }) => {
      return countBits(once & own.once) + countBits(twice & own.twice) + own.excess;
    });
  }

  isIn(ids: Uint32Array): boolean {
    const { length } = this.#word.text;
    for (let from = 0; from + 1 < ids.length; from++) {
      let [chars, shared] = [0, 0];
      for (let at = from; at < Math.min(ids.length, from + RUN_WORDS_MAX); at++) {
        chars += (this.#words[ids[at] as number] as NameWord).text.length;
        shared += this.#shared[ids[at] as number] as number;
        if (at === from || Math.abs(chars - length) > 1 || shared < lettersNeeded(length, chars, PREFIX_MAX)) continue;
        const text = Array.from(ids.subarray(from, at + 1), (id) => this.#words[id]?.text ?? '').join('');
        if (textSimilarity(text, this.#word.text) > 0) return true;
      }
    }
    return false;
  }
}

function countBits(value: number): number {
  let bits = 0;
  for (let rest = value; rest !== 0; rest &= rest - 1) bits += 1;
  return bits;
}
