import type { NameWord } from '../../names/word.ts';
import type { Term } from './plan.ts';

const FIRST_SIZE = 4096;

/**
 * For each word of a vocabulary, what it may be for the words of one query: a list of entries, found by the word's number without
 * a search. The tables are created once. A query clears what it filled.
 */
export class EntryTable {
  /** The first entry of each word, and for each entry the next one of the same word. 0: none. */
  readonly heads: Int32Array;
  next = new Int32Array(FIRST_SIZE);
  /** Which word of the query, its similarity, the weight of the pair, and whether it is evidence (1). */
  slots = new Uint8Array(FIRST_SIZE);
  similarities = new Float64Array(FIRST_SIZE);
  weights = new Float64Array(FIRST_SIZE);
  evidence = new Uint8Array(FIRST_SIZE);
  #count = 1;
  #words: number[] = [];

  constructor(vocabularySize: number) {
    this.heads = new Int32Array(vocabularySize);
  }

  /** Clears the previous query and enters the terms of another. Each word of a run takes its share of the run's weight. */
  fill(words: readonly NameWord[], terms: readonly Term[]): void {
    for (const id of this.#words) this.heads[id] = 0;
    this.#words = [];
    this.#count = 1;
    for (const { from, count, weight, expansion } of terms) {
      const { ids, similarities, weights, evidence } = expansion;
      for (let slot = from; slot < from + count; slot++) {
        const share = count > 1 ? (words[slot]?.weight ?? 0) / weight : 1;
        for (let i = 0; i < ids.length; i++) {
          const entry = this.#add(ids[i] as number);
          this.slots[entry] = slot;
          this.similarities[entry] = similarities[i] as number;
          this.weights[entry] = (weights[i] as number) * share;
          this.evidence[entry] = evidence[i] as number;
        }
      }
    }
  }

  #add(id: number): number {
    const entry = this.#count;
    if (entry === this.next.length) this.#grow();
    const head = this.heads[id] as number;
    if (head === 0) this.#words.push(id);
    this.next[entry] = head;
    this.heads[id] = entry;
    this.#count += 1;
    return entry;
  }

  #grow(): void {
    const size = this.next.length * 2;
    const { next, slots, similarities, weights, evidence } = this;
    this.next = new Int32Array(size);
    this.next.set(next);
    this.slots = new Uint8Array(size);
    this.slots.set(slots);
    this.similarities = new Float64Array(size);
    this.similarities.set(similarities);
    this.weights = new Float64Array(size);
    this.weights.set(weights);
    this.evidence = new Uint8Array(size);
    this.evidence.set(evidence);
  }
}
