import { Kernel, type Scratch } from '../../runtime/kernel.ts';

export const KERNEL = new Kernel('decode');

/** A step from one place of a chain to the next, in places, and its cost, as a 32-bit number. */
export interface Step {
  step: number;
  cost: number;
}

export interface Chain {
  places: number[];
  /** The rewards of its places minus the costs of its steps. */
  score: number;
}

/** The kernel's memory for the search for chains. Rows and counts are in 32-bit numbers, the others are addresses in that memory. */
export interface Chains {
  scratch: Scratch<'decode'>;
  places: number;
  /** A row of places, padded to whole vectors. */
  row: number;
  earns: number;
  steps: number;
  /** For each length, from 1 on, the score of the best chain that ends at each place. */
  scores: number;
  lengthMax: number;
}

const NUMBER_BYTES = 4;
const VECTOR = 4;
/** How many kinds of steps the kernel takes at once, and the longest step. */
const STEPS = 4;
const STEP_MAX = 16;

/** `earns`: the reward of each place; no chain contains a place with -Infinity. `lengthMax`: of a chain, at least 1. */
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

/** Finds the best chains of up to `length` places with `steps`, the shortest first and at most four, that begin as `begins` says. */
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

/** Returns the best chain of `length` places that `findChains` found with `steps`, if it is better than `scoreOver`. */
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

/** Returns the step by which the kernel reached `place`: the one that keeps the highest score. */
function likeliestStep(scores: Float32Array, steps: readonly Step[], place: number): number {
  let best = { step: 0, score: -Infinity };
  for (const { step, cost } of steps) {
    const score = Math.fround((scores[place - step] ?? -Infinity) - cost);
    if (score > best.score) best = { step, score };
  }
  return best.step;
}

/** Returns the address of the row for chains of `length` places in the kernel's memory. */
function rowOf({ scores, row }: Chains, length: number): number {
  return scores + ((length - 1) * (STEP_MAX + row) + STEP_MAX) * NUMBER_BYTES;
}
