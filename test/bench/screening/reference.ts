import { JOINED_WORDS_MAX, joinedSimilarity, joinedWeight, pairWeight } from '../../../server/names/matches.ts';
import { scoreNames } from '../../../server/names/score.ts';
import { LACKING_COST } from '../../../server/names/unmatched-words.ts';
import type { NameWord, PreparedName } from '../../../server/names/word.ts';
import { textSimilarity, wordSimilarity } from '../../../server/names/word-similarity.ts';
import { BestPlaces } from '../../../server/screening/index/best-places.ts';
import { type IndexData, SUBJECTS } from '../../../server/screening/index/data.ts';
import { type LetterSignature, signLetters } from '../../../server/screening/index/letters.ts';
import { lettersNeeded } from '../../../server/screening/index/similar-texts.ts';
import { Vocabulary } from '../../../server/screening/index/vocabulary.ts';

const PREFIX_MAX = 4;

/**
 * The result of a scan over all names. It computes the similarities between the query's words and the whole vocabulary once per query. It skips a
 * name if the scorer's own bound, `score <= N / (N + LACKING_COST * U)`, keeps the name below the requested score. N is the most that its words can
 * agree; U is the weight of the query's words that match nothing in it. It uses nothing of the index except the words of each name.
 */
export class ReferenceScan {
  readonly #data: IndexData;
  readonly #words: NameWord[];
  readonly #signatures: LetterSignature[];

  constructor(data: IndexData) {
    const vocabulary = new Vocabulary(data);
    this.#data = data;
    this.#words = Array.from({ length: vocabulary.size }, (_, id) => vocabulary.wordAt(id));
    this.#signatures = this.#words.map((word) => signLetters(word.text));
  }

  find(query: readonly PreparedName[], scoreMin: number, limit: number): { place: number; score: number }[] {
    const best = new BestPlaces(scoreMin, limit);
    for (const reading of query) this.#scan(reading, best);
    return best.list();
  }

  #scan(query: PreparedName, best: BestPlaces): void {
    const { agreed, slots } = this.#measureWords(query.words);
    const runs = query.words.map((word) => new RunFinder(this.#words, this.#data.textLengths, this.#signatures, word));
    const weights = query.words.map((word) => word.weight);
    const { readingStarts, readingWords } = this.#data;
    for (let reading = 0; reading + 1 < readingStarts.length; reading++) {
      const start = readingStarts[reading] as number;
      const end = readingStarts[reading + 1] as number;
      let [sum, met] = [0, 0];
      for (let at = start; at < end; at++) {
        const id = readingWords[at] as number;
        sum += agreed[id] as number;
        met |= slots[id] as number;
      }
      if (!isPromising(sum, met, weights, best.scoreMin) && !runs.some((run) => run.isIn(readingWords, start, end)))
        continue;
      this.#score(query, reading, best);
    }
  }

  #score(query: PreparedName, reading: number, best: BestPlaces): void {
    const { readingStarts, readingWords, readingSubjects, placeStarts, places } = this.#data;
    const words: NameWord[] = [];
    for (let at = readingStarts[reading] as number; at < (readingStarts[reading + 1] as number); at++) {
      words.push(this.#words[readingWords[at] as number] as NameWord);
    }
    const subject = SUBJECTS[readingSubjects[reading] as number] ?? 'unknown';
    const { score } = scoreNames(query, { subject, words });
    if (score < best.scoreMin) return;
    for (const place of places.subarray(placeStarts[reading], placeStarts[reading + 1])) best.offer(place, score);
  }

  /** For each word of the vocabulary the most that it can agree with the query, and the query's matching words (one bit each). */
  #measureWords(query: readonly NameWord[]): { agreed: Float64Array; slots: Uint32Array } {
    const agreed = new Float64Array(this.#words.length);
    const slots = new Uint32Array(this.#words.length);
    const note = (id: number, value: number, mask: number): void => {
      if (value <= 0) return;
      agreed[id] = Math.max(agreed[id] as number, value);
      slots[id] = (slots[id] as number) | mask;
    };
    this.#words.forEach((word, id) => {
      query.forEach((own, at) => {
        note(id, wordSimilarity(own, word) * pairWeight(own, word), 1 << at);
        for (let count = 2; count <= JOINED_WORDS_MAX; count++) {
          const joined = joinedSimilarity(query, at, count, word);
          if (joined > 0) note(id, joined * joinedWeight(query, at, count, word), ((1 << count) - 1) << at);
        }
      });
    });
    return { agreed, slots };
  }
}

function isPromising(agreed: number, met: number, weights: readonly number[], scoreMin: number): boolean {
  if (agreed === 0) return false;
  let lacking = 0;
  for (let at = 0; at < weights.length; at++) if ((met & (1 << at)) === 0) lacking += weights[at] as number;
  return agreed + 1e-9 >= scoreMin * (agreed + LACKING_COST * lacking);
}

/** Finds names in which two or three adjacent words may form one word of the query. */
class RunFinder {
  readonly #words: readonly NameWord[];
  readonly #word: NameWord;
  /** An upper bound of the letters that each word of the vocabulary shares with the query's word. */
  readonly #shared: Uint8Array;
  readonly #lengths: Uint8Array;

  constructor(words: readonly NameWord[], lengths: Uint8Array, signatures: readonly LetterSignature[], word: NameWord) {
    this.#words = words;
    this.#lengths = lengths;
    this.#word = word;
    const own = signLetters(word.text);
    this.#shared = Uint8Array.from(signatures, ({ once, twice }) => {
      return countBits(once & own.once) + countBits(twice & own.twice) + own.excess;
    });
  }

  /** Whether adjacent words in `ids[start..end)` may form the word. */
  isIn(ids: Uint32Array, start: number, end: number): boolean {
    const { length } = this.#word.text;
    for (let from = start; from + 1 < end; from++) {
      let chars = 0;
      let shared = 0;
      for (let at = from; at < Math.min(end, from + JOINED_WORDS_MAX); at++) {
        chars += this.#lengths[ids[at] as number] as number;
        shared += this.#shared[ids[at] as number] as number;
        if (chars > length + 1) break;
        if (at === from || chars < length - 1 || shared < lettersNeeded(length, chars, PREFIX_MAX)) continue;
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
