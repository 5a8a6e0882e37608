import { LACKING_COST } from '../names/rest.ts';
import type { NameWord } from '../names/word.ts';
import { leastCost } from './costs.ts';
import type { IndexData } from './data.ts';
import type { QueryPlan, Term } from './plan.ts';
import type { Split } from './splits.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Against rounding. */
const SLACK = 1e-9;
const NOT_MET = Number.POSITIVE_INFINITY;

/** What a word of a name may be for a word of the query, by its place there. */
interface Entry {
  slot: number;
  weight: number;
  similarity: number;
}

/**
 * Upper bounds of the scores of a query, from the numbers of a reading's words. Each word of the query takes the best of the
 * words that are like it, whether or not another one takes the same; words like none are left over, for certain.
 */
export class ScoreBound {
  readonly #data: IndexData;
  readonly #vocabulary: Vocabulary;
  readonly #words: readonly NameWord[];
  readonly #entries = new Map<number, Entry[]>();
  readonly #splits = new Map<number, { slot: number; split: Split }[]>();
  readonly #initials: { letter: number; entry: Entry }[] = [];
  readonly #agreed: Float64Array;
  readonly #differing: Float64Array;
  readonly #weights: Float64Array;
  /** Words of the query and of the reading that may have a partner, a bit each. */
  #usedQuery = 0;
  #usedName = 0;
  /** Words in parts count for each part. */
  #parts = 0;

  constructor(vocabulary: Vocabulary, plan: QueryPlan) {
    this.#vocabulary = vocabulary;
    this.#data = vocabulary.data;
    this.#words = plan.words;
    this.#agreed = new Float64Array(plan.words.length);
    this.#differing = new Float64Array(plan.words.length);
    this.#weights = new Float64Array(plan.words.length);
    for (const term of plan.terms) this.#enter(term);
    for (const { slot, splits } of plan.splits) {
      for (const split of splits) append(this.#splits, split.reading, { slot, split });
    }
    plan.words.forEach(({ kind, text, weight }, slot) => {
      if (kind !== 'initial') return;
      this.#initials.push({ letter: text.charCodeAt(0), entry: { slot, weight, similarity: 1 } });
    });
  }

  /** Each word of a run takes its share of what the run agrees. */
  #enter({ from, count, weight, expansion }: Term): void {
    const { ids, similarities, weights } = expansion;
    for (let slot = from; slot < from + count; slot++) {
      const share = weight > 0 ? (this.#words[slot]?.weight ?? 0) / weight : 1;
      for (let i = 0; i < ids.length; i++) {
        const entry = { slot, weight: (weights[i] as number) * share, similarity: similarities[i] as number };
        append(this.#entries, ids[i] as number, entry);
      }
    }
  }

  /** What the score of a reading is at most, or 0 where it cannot reach `scoreMin`. */
  of(reading: number, scoreMin: number): number {
    this.#meet(reading);
    let [agreed, differing, weight, whole, lacking] = [0, 0, 0, this.#parts, 0];
    for (let slot = 0; slot < this.#words.length; slot++) {
      const own = (this.#words[slot] as NameWord).weight;
      if ((this.#usedQuery & (1 << slot)) === 0) {
        lacking += own;
        continue;
      }
      agreed += this.#agreed[slot] as number;
      // It may still be left over, which then costs at least this.
      differing += Math.min(this.#differing[slot] as number, LACKING_COST * own);
      weight += this.#weights[slot] as number;
      whole += 1;
    }
    if (agreed === 0 || agreed / (agreed + differing + LACKING_COST * lacking) + SLACK < scoreMin) return 0;
    const name = this.#vocabulary.wordsOf(reading);
    const cost = leastCost(this.#words, this.#usedQuery, name, this.#usedName, { whole, wholeWeight: weight });
    const bound = agreed / (agreed + differing + cost) + SLACK;
    return bound < scoreMin ? 0 : bound;
  }

  /** Finds for each word of the query what the reading has for it. */
  #meet(reading: number): void {
    this.#agreed.fill(0);
    this.#differing.fill(NOT_MET);
    this.#weights.fill(0);
    this.#usedQuery = 0;
    this.#usedName = 0;
    this.#parts = 0;
    const splits = this.#splits.get(reading);
    if (splits) for (const { slot, split } of splits) this.#takeSplit(slot, split);
    const start = this.#data.readingStarts[reading] as number;
    const end = this.#data.readingStarts[reading + 1] as number;
    for (let at = start; at < end; at++) this.#takeWord(this.#data.readingWords[at] as number, 1 << (at - start));
  }

  #takeWord(id: number, bit: number): void {
    const entries = this.#entries.get(id);
    if (entries) {
      this.#usedName |= bit;
      for (const entry of entries) this.#take(entry);
    }
    for (const { letter, entry } of this.#initials) {
      if (this.#vocabulary.firstLetter(id) !== letter) continue;
      this.#usedName |= bit;
      this.#take(entry);
    }
  }

  #take({ slot, weight, similarity }: Entry): void {
    const agreed = weight * similarity;
    this.#usedQuery |= 1 << slot;
    if (agreed > (this.#agreed[slot] as number)) this.#agreed[slot] = agreed;
    if (weight - agreed < (this.#differing[slot] as number)) this.#differing[slot] = weight - agreed;
    if (weight > (this.#weights[slot] as number)) this.#weights[slot] = weight;
  }

  #takeSplit(slot: number, { from, count, similarity, weight }: Split): void {
    this.#take({ slot, weight, similarity });
    this.#usedName |= ((1 << count) - 1) << from;
    this.#parts += count;
  }
}

function append<Value>(lists: Map<number, Value[]>, key: number, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
