import { CONTEXTS, contextAt } from '../../../server/names/bits/letters.ts';

const MAX = 64;
const EMITTED_MAX = 2;
const ROUNDS = 5;
/** The prior: a letter mostly stays, may be dropped, or may become another. */
const [STAYS, FALLS, BECOMES, STAYS_WITH, BECOMES_TWO] = [0.6, 0.08, 0.2 / 53, 0.08 / 106, 0.04 / 2809];
/** The weight of all scripts' statistics, in letters of a script's own statistics; less at the very start. */
const [SHARED_STRENGTH, FIRST_STRENGTH] = [10, 5];

/** Two corresponding words, as letter numbers. */
export interface WordPair {
  from: Uint8Array;
  to: Uint8Array;
  weight: number;
}

type Counts = Map<number, number>;

/** What a letter becomes: nothing (0), or one or two letters, as their numbers plus one. */
export interface Becoming {
  from: number;
  first: number;
  second: number;
}

/** A letter and its context as one number: see `contextAt`. */
export function placeOf(letter: number, context: number): number {
  return letter * CONTEXTS + context;
}

export function letterOf(place: number): number {
  return Math.floor(place / CONTEXTS);
}

function keyOf(place: number, first: number, second: number): number {
  return (place * MAX + first) * MAX + second;
}

/**
 * The probability of each letter to become another, learnt by expectation maximization, with `base` as prior. With
 * `inContext` each context has its own row; otherwise a letter has only the row of context 0.
 */
export class Channel {
  readonly base: Channel | null;
  readonly #counts: Counts;
  readonly #totals = new Float64Array(MAX * CONTEXTS);
  readonly #inContext: boolean;

  constructor(counts: Counts, base: Channel | null, inContext: boolean) {
    this.#counts = counts;
    this.base = base;
    this.#inContext = inContext;
    for (const [key, count] of counts) {
      const row = Math.floor(key / MAX / MAX);
      this.#totals[row] = (this.#totals[row] as number) + count;
    }
  }

  rowOf(place: number): number {
    return this.#inContext ? place : placeOf(letterOf(place), 0);
  }

  of(place: number, first: number, second: number): number {
    const prior = this.base ? this.base.of(place, first, second) : priorOf(letterOf(place), first, second);
    const strength = this.base ? SHARED_STRENGTH : FIRST_STRENGTH;
    return (this.seen(place, first, second) + strength * prior) / (this.seenAt(place) + strength);
  }

  seen(place: number, first: number, second: number): number {
    return this.#counts.get(keyOf(this.rowOf(place), first, second)) ?? 0;
  }

  seenAt(place: number): number {
    return this.#totals[this.rowOf(place)] as number;
  }

  /** Everything observed for a letter, here or in the base. */
  list(letter: number): Becoming[] {
    const own = [...this.#counts.keys()]
      .filter((key) => letterOf(Math.floor(key / MAX / MAX)) === letter)
      .map((key) => ({ from: letter, first: Math.floor(key / MAX) % MAX, second: key % MAX }));
    const all = [...own, ...(this.base?.list(letter) ?? [])];
    return [...new Map(all.map((one) => [keyOf(0, one.first, one.second), one])).values()];
  }
}

function priorOf(from: number, first: number, second: number): number {
  if (first === 0) return FALLS;
  if (second === 0) return first === from + 1 ? STAYS : BECOMES;
  return first === from + 1 || second === from + 1 ? STAYS_WITH : BECOMES_TWO;
}

export function learnChannel(pairs: readonly WordPair[], base: Channel | null, inContext = false): Channel {
  let channel = new Channel(new Map(), base, inContext);
  for (let round = 0; round < ROUNDS; round++) {
    const counts: Counts = new Map();
    for (const pair of pairs) addExpected(channel, pair, counts);
    channel = new Channel(counts, base, inContext);
  }
  return channel;
}

interface Step {
  at: number;
  next: number;
  key: number;
  probability: number;
}

/** The base-2 logarithm of the probability that one word becomes the other. */
export function likelihoodOf(channel: Channel, pair: Omit<WordPair, 'weight'>): number {
  return Math.log2(goForward(channel, pair).total);
}

function goForward(channel: Channel, { from, to }: Omit<WordPair, 'weight'>) {
  const columns = to.length + 1;
  const forward = new Float64Array((from.length + 1) * columns);
  const steps: Step[] = [];
  forward[0] = 1;
  for (let i = 0; i < from.length; i++) {
    const place = placeOf(from[i] as number, contextAt(from, i));
    for (let j = 0; j <= to.length; j++) {
      const at = i * columns + j;
      if (forward[at] === 0) continue;
      for (let length = 0; length <= EMITTED_MAX && j + length <= to.length; length++) {
        const letters = [...to.subarray(j, j + length)];
        // The end of a word stays an end, and may have a letter beside it.
        const ends = letters.filter((letter) => letter === 0).length;
        if (ends !== Number(from[i] === 0)) continue;
        const [first = -1, second = -1] = letters;
        const probability = channel.of(place, first + 1, second + 1);
        const next = at + columns + length;
        steps.push({ at, next, key: keyOf(channel.rowOf(place), first + 1, second + 1), probability });
        forward[next] = (forward[next] as number) + (forward[at] as number) * probability;
      }
    }
  }
  return { forward, steps, total: forward.at(-1) as number };
}

function addExpected(channel: Channel, pair: WordPair, counts: Counts): void {
  const { forward, steps, total } = goForward(channel, pair);
  if (total === 0) return;
  const backward = new Float64Array(forward.length);
  backward[forward.length - 1] = 1;
  for (const { at, next, key, probability } of steps.reverse()) {
    const after = (backward[next] as number) * probability;
    if (after === 0) continue;
    backward[at] = (backward[at] as number) + after;
    const share = ((forward[at] as number) * after) / total;
    counts.set(key, (counts.get(key) ?? 0) + share * pair.weight);
  }
}
