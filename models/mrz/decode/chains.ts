import { Kernel, type Scratch } from '../../runtime/kernel.ts';

export const KERNEL = new Kernel('decode');

/** A step from one place of a chain to the next, in places, and what it costs, as a number of 32 bits. */
export interface Step {
  step: number;
  cost: number;
}

export interface Chain {
  places: number[];
  /** What its places earn less what its steps cost. */
  score: number;
}

/** Memory of the kernel in which chains are looked for. Rows and counts are in numbers of 32 bits, the others places in that memory. */
export interface Chains {
  scratch: Scratch<'decode'>;
  places: number;
  /** A row of places, filled up to whole vectors. */
  row: number;
  earns: number;
  steps: number;
  /** Of each length, from 1 on, what the best chain that ends at each place has. */
  scores: number;
  lengthMax: number;
}

const NUMBER_BYTES = 4;
const VECTOR = 4;
/** Kinds of steps that the kernel takes at once, and the longest of them. */
const STEPS = 4;
const STEP_MAX = 16;

/** `earns`: of each place; no chain goes through one of -Infinity. `lengthMax`: of a chain, 1 at least. */
export function createChains(scratch: Scratch<'decode'>, earns: Float32Array, lengthMax: number): Chains {
  const row = Math.ceil(earns.length / VECTOR) * VECTOR;
  const numbers = lengthMax * (STEP_MAX + row);
  const [from, steps, scores] = [row, 2 * STEPS, numbers].map((count) => scratch.take(count * NUMBER_BYTES));
  const chains = {
    scratch,
    places: earns.length,
    row,
    lengthMax,
    earns: from ?? 0,
    steps: steps ?? 0,
    scores: scores ?? 0,
  };
  scratch.floats(chains.earns, row).fill(-Infinity).set(earns);
  scratch.floats(chains.scores, numbers).fill(-Infinity);
  return chains;
}

/** Finds the best chains of up to `length` places that go by `steps`, the shortest first and four at most, and begin as `begins` tells. */
export function findChains(chains: Chains, steps: readonly Step[], begins: Float32Array, length: number): void {
  const { scratch, row, places } = chains;
  for (let i = 0; i < STEPS; i++) {
    const { step, cost } = steps[i] ?? { step: steps[0]?.step ?? 1, cost: Infinity };
    scratch.integers(chains.steps, STEPS)[i] = step;
    scratch.floats(chains.steps, 2 * STEPS)[STEPS + i] = cost;
  }
  const first = rowOf(chains, 1);
  scratch.floats(first, places).set(begins);
  scratch.run.chainPlaces(
    first,
    chains.earns,
    row * NUMBER_BYTES,
    (STEP_MAX + row) * NUMBER_BYTES,
    length,
    chains.steps,
  );
}

/** The best of those that `findChains` found of `length` places by `steps`, if it is better than `scoreOver`. */
export function bestChain(chains: Chains, steps: readonly Step[], length: number, scoreOver: number): Chain | null {
  const scores = chains.scratch.floats(rowOf(chains, length), chains.places);
  let last = 0;
  for (let place = 1; place < scores.length; place++)
    if ((scores[place] as number) > (scores[last] as number)) last = place;
  const score = scores[last] ?? -Infinity;
  return score > scoreOver ? { places: traceBack(chains, steps, length, last), score } : null;
}

function traceBack(chains: Chains, steps: readonly Step[], length: number, last: number): number[] {
  const places = [last];
  for (let before = length - 1, place = last; before > 0; before--) {
    const scores = chains.scratch.floats(rowOf(chains, before), chains.places);
    place -= likeliestStep(scores, steps, place);
    places.push(place);
  }
  return places.reverse();
}

/** The step by which the kernel came to `place`: that which keeps the most. */
function likeliestStep(scores: Float32Array, steps: readonly Step[], place: number): number {
  let best = { step: 0, score: -Infinity };
  for (const { step, cost } of steps) {
    const score = Math.fround((scores[place - step] ?? -Infinity) - cost);
    if (score > best.score) best = { step, score };
  }
  return best.step;
}

/** Where the row of chains of `length` places begins in the kernel's memory. */
function rowOf({ scores, row }: Chains, length: number): number {
  return scores + ((length - 1) * (STEP_MAX + row) + STEP_MAX) * NUMBER_BYTES;
}
