import { LACKING_COST } from '../../names/unmatched-words.ts';
import type { IndexData } from './data.ts';
import { gainOf, type QueryPlan, type Term } from './plan.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Sums are kept in single precision. */
const SLACK = 1e-4;
const TICKETS_MAX = 2 ** 32 - 1;

/**
 * Adds up, for the readings with words of a query, how much those words can add to the score at most. The arrays have one number
 * per reading, are created once and never cleared: a ticket shows whether a sum belongs to this query and this term.
 */
export class Accumulator {
  readonly #data: IndexData;
  readonly #vocabulary: Vocabulary;
  readonly #sums: Float32Array;
  readonly #tickets: Uint32Array;
  readonly #touched: Uint32Array;
  #ticket = 0;
  #firstTicket = 1;
  #count = 0;

  constructor(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
    this.#data = vocabulary.data;
    const readings = this.#data.readingSubjects.length;
    this.#sums = new Float32Array(readings);
    this.#tickets = new Uint32Array(readings);
    this.#touched = new Uint32Array(readings);
  }

  /** Calls back with every reading that may reach `scoreMin`, each once. */
  findPromising(
    plan: QueryPlan,
    nonEssential: ReadonlySet<number>,
    scoreMin: number,
    visit: (reading: number) => void,
  ): void {
    this.#begin(plan);
    let unseen = 0;
    plan.words.forEach((word, slot) => {
      const own = plan.terms.find((term) => term.from === slot && term.count === 1);
      const best = own ? bestGain(own, scoreMin) : gainOf(1, word.weight, word.weight, scoreMin);
      if (nonEssential.has(slot)) unseen += Math.max(0, best);
      else if (!own) this.#addInitial(word.text.charCodeAt(0), best);
    });
    for (const term of plan.terms) {
      if (term.count > 1 || !nonEssential.has(term.from)) this.#addTerm(term, scoreMin);
    }
    for (const { slot, splits } of plan.splits) {
      const weight = plan.words[slot]?.weight ?? 0;
      this.#ticket += 1;
      for (const split of splits.toSorted((a, b) => b.similarity * b.weight - a.similarity * a.weight)) {
        this.#add(split.reading, gainOf(split.similarity, split.weight, weight, scoreMin));
      }
    }
    const total = plan.words.reduce((sum, word) => sum + word.weight, 0);
    const needed = scoreMin * LACKING_COST * total - unseen - SLACK;
    for (let i = 0; i < this.#count; i++) {
      const reading = this.#touched[i] as number;
      if ((this.#sums[reading] as number) >= needed) visit(reading);
    }
  }

  #begin(plan: QueryPlan): void {
    if (this.#ticket + plan.words.length + plan.terms.length + plan.splits.length >= TICKETS_MAX) {
      this.#tickets.fill(0);
      this.#ticket = 0;
    }
    this.#firstTicket = this.#ticket + 1;
    this.#count = 0;
  }

  /**
   * A reading counts only its best word of the term: words are in order of what they add. A word that adds nothing over a lacking
   * word is noted all the same, because the name then has more than only the other words.
   */
  #addTerm(term: Term, scoreMin: number): void {
    const { ids, similarities, weights } = term.expansion;
    const words: { id: number; gain: number }[] = [];
    for (let i = 0; i < ids.length; i++) {
      const gain = gainOf(similarities[i] as number, weights[i] as number, term.weight, scoreMin);
      words.push({ id: ids[i] as number, gain: Math.max(0, gain) });
    }
    words.sort((a, b) => b.gain - a.gain);
    this.#ticket += 1;
    for (const { id, gain } of words) this.#addPostings(id, gain);
  }

  /** An initial matches every word that begins with it. */
  #addInitial(letter: number, gain: number): void {
    const { groupWords } = this.#data;
    this.#ticket += 1;
    for (let group = 0; group + 1 < groupWords.length; group++) {
      const [from, to] = this.#vocabulary.findPrefix(
        String.fromCharCode(letter),
        groupWords[group] as number,
        groupWords[group + 1] as number,
      );
      for (let id = from; id < to; id++) this.#addPostings(id, gain);
    }
  }

  #addPostings(id: number, gain: number): void {
    const { postings, postingStarts } = this.#data;
    const end = postingStarts[id + 1] as number;
    for (let at = postingStarts[id] as number; at < end; at++) this.#add(postings[at] as number, gain);
  }

  #add(reading: number, gain: number): void {
    const ticket = this.#tickets[reading] as number;
    if (ticket === this.#ticket) return;
    if (ticket < this.#firstTicket) {
      this.#sums[reading] = gain;
      this.#touched[this.#count] = reading;
      this.#count += 1;
    } else {
      this.#sums[reading] = (this.#sums[reading] as number) + gain;
    }
    this.#tickets[reading] = this.#ticket;
  }
}

function bestGain(term: Term, scoreMin: number): number {
  const { ids, similarities, weights } = term.expansion;
  let best = 0;
  for (let i = 0; i < ids.length; i++) {
    best = Math.max(best, gainOf(similarities[i] as number, weights[i] as number, term.weight, scoreMin));
  }
  return best;
}
