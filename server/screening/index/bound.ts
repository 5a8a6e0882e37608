import { LACKING_COST } from '../../names/unmatched-words.ts';
import type { NameWord } from '../../names/word.ts';
import { LeftOver, leastCost, sumOf } from './costs.ts';
import type { IndexData } from './data.ts';
import type { EntryTable } from './entries.ts';
import { isRepeated, type QueryPlan } from './plan.ts';
import type { Split } from './splits.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Tolerance for rounding. */
const SLACK = 1e-9;
const NOT_MET = Number.POSITIVE_INFINITY;

/**
 * Upper bounds of the scores of a query, from the numbers of a reading's words. Each word of the query takes the best of the
 * words that are like it, whether or not another one takes the same. Words unlike any are certain to be left over.
 */
export class ScoreBound {
  readonly #data: IndexData;
  readonly #vocabulary: Vocabulary;
  readonly #words: readonly NameWord[];
  readonly #table: EntryTable;
  readonly #splits = new Map<number, { slot: number; split: Split }[]>();
  readonly #initials: { letter: number; slot: number; weight: number }[] = [];
  readonly #agreed: Float64Array;
  readonly #differing: Float64Array;
  readonly #evidence: Float64Array;
  /** The sum that each word of the query belongs to, -1 if the word is repeated. */
  readonly #sums: number[];
  readonly #query = new LeftOver();
  readonly #name = new LeftOver();
  /** Words of the query that may have a partner, one bit each. */
  #met = 0;
  /** Words in parts count for each part. */
  #parts = 0;

  /** `table` is refilled, so only one bound at a time can use it. */
  constructor(vocabulary: Vocabulary, table: EntryTable, plan: QueryPlan) {
    table.fill(plan.words, plan.terms);
    this.#table = table;
    this.#vocabulary = vocabulary;
    this.#data = vocabulary.data;
    this.#words = plan.words;
    this.#agreed = new Float64Array(plan.words.length);
    this.#differing = new Float64Array(plan.words.length);
    this.#evidence = new Float64Array(plan.words.length);
    this.#sums = plan.words.map((word, slot) => (isRepeated(plan.words, slot) ? -1 : sumOf(word)));
    for (const { slot, splits } of plan.splits) {
      for (const split of splits) append(this.#splits, split.reading, { slot, split });
    }
    plan.words.forEach(({ kind, text, weight }, slot) => {
      if (kind === 'initial') this.#initials.push({ letter: text.charCodeAt(0), slot, weight });
    });
  }

  /** Returns the maximum score of a reading, or 0 if it cannot reach `scoreMin`. */
  of(reading: number, scoreMin: number): number {
    this.#meet(reading);
    this.#query.clear();
    let [agreed, differing] = [0, 0];
    const evidence = { whole: this.#parts, wholeWeight: 0 };
    for (let slot = 0; slot < this.#words.length; slot++) {
      const { weight } = this.#words[slot] as NameWord;
      if ((this.#met & (1 << slot)) === 0) {
        const sum = this.#sums[slot] as number;
        if (sum < 0) this.#query.addLight(weight);
        else this.#query.add(sum, weight);
        continue;
      }
      agreed += this.#agreed[slot] as number;
      // It may still be left over, which then costs at least this.
      differing += Math.min(this.#differing[slot] as number, LACKING_COST * weight);
      evidence.wholeWeight += this.#evidence[slot] as number;
      if ((this.#evidence[slot] as number) > 0) evidence.whole += 1;
    }
    if (agreed === 0) return 0;
    const bound = agreed / (agreed + differing + leastCost(this.#query, this.#name, evidence)) + SLACK;
    return bound < scoreMin ? 0 : bound;
  }

  /** Finds the reading's counterpart for each word of the query, and which of the reading's words are left over. */
  #meet(reading: number): void {
    this.#agreed.fill(0);
    this.#differing.fill(NOT_MET);
    this.#evidence.fill(0);
    this.#name.clear();
    this.#met = 0;
    this.#parts = 0;
    const splits = this.#splits.get(reading);
    const { readingStarts, readingWords, wordSums, wordWeights } = this.#data;
    const end = readingStarts[reading + 1] as number;
    for (let at = readingStarts[reading] as number; at < end; at++) {
      const id = readingWords[at] as number;
      // It stays open which words are parts of another, and which others are then repeated.
      if (!this.#meetWord(id) && !splits) this.#name.add(wordSums[id] as number, wordWeights[id] as number);
    }
    if (!splits) return;
    for (const { slot, split } of splits) {
      this.#take(slot, split.similarity, split.weight, split.weight);
      this.#parts += split.count;
    }
  }

  /** Whether the word may be one of the query's. */
  #meetWord(id: number): boolean {
    const { heads, next, slots, similarities, weights, evidence } = this.#table;
    let entry = heads[id] as number;
    let met = entry !== 0;
    for (; entry !== 0; entry = next[entry] as number) {
      const weight = weights[entry] as number;
      this.#take(slots[entry] as number, similarities[entry] as number, weight, evidence[entry] === 1 ? weight : 0);
    }
    for (const { letter, slot, weight } of this.#initials) {
      if (this.#vocabulary.firstLetter(id) !== letter) continue;
      this.#take(slot, 1, weight, 0);
      met = true;
    }
    return met;
  }

  #take(slot: number, similarity: number, weight: number, evidence: number): void {
    const agreed = weight * similarity;
    this.#met |= 1 << slot;
    if (agreed > (this.#agreed[slot] as number)) this.#agreed[slot] = agreed;
    if (weight - agreed < (this.#differing[slot] as number)) this.#differing[slot] = weight - agreed;
    if (evidence > (this.#evidence[slot] as number)) this.#evidence[slot] = evidence;
  }
}

function append<Value>(lists: Map<number, Value[]>, key: number, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
