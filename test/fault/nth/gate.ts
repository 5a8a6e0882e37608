import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

/** The kinds of call that can be made to fail. One kind at a time is armed. */
export const KINDS = ['database', 'disk', 'clock', 'engine'] as const;
export type Kind = (typeof KINDS)[number];

/** One way to fail: `once`: this call alone; `on`: all from it on, until it is mended. */
export interface Failing {
  /** As the system or SQLite names it. */
  code: string;
  ways: readonly ('once' | 'on')[];
}

/** Which calls fail: the `at`th of its kind, and `count - 1` after it. */
export interface Plan {
  kind: Kind;
  /** Index of how they fail, in the kind's own list. */
  variant: number;
  /** From 1. Infinity: none, for counting. */
  at: number;
  /** 1: this one alone. Infinity: all from it on, until `disarm`. */
  count: number;
}

const NAME = 'custos.nth';
const NEVER = 2 ** 31 - 1;
const [KIND, VARIANT, AT, COUNT, CALLS, STRUCK] = [0, 1, 2, 3, 4, 5] as const;

/** Shared with the threads that the product starts: each reads the same cells, so that a call is counted wherever it is made. */
const cells = new Int32Array(sharedCells());
let muted = 0;

function sharedCells(): SharedArrayBuffer {
  const given = getEnvironmentData(NAME) as unknown;
  if (given instanceof SharedArrayBuffer) return given;
  const made = new SharedArrayBuffer(6 * Int32Array.BYTES_PER_ELEMENT);
  setEnvironmentData(NAME, made as never);
  return made;
}

export function arm({ kind, variant, at, count }: Plan): void {
  const finite = (value: number): number => Math.min(value, NEVER);
  cells.set([KINDS.indexOf(kind) + 1, variant, finite(at), finite(count), 0, 0]);
}

/** How many calls were made since `arm`, and how many of them failed. */
export function disarm(): { calls: number; struck: number } {
  Atomics.store(cells, KIND, 0);
  return { calls: Atomics.load(cells, CALLS), struck: struckSoFar() };
}

export const struckSoFar = (): number => Math.min(Atomics.load(cells, STRUCK), Atomics.load(cells, COUNT));

/** How calls of this kind fail while it is armed, or -1. */
export const armedVariant = (kind: Kind): number =>
  muted === 0 && cells[KIND] === KINDS.indexOf(kind) + 1 ? (cells[VARIANT] as number) : -1;

/** To be asked by each call, which it counts: whether this one fails. */
export function strikes(kind: Kind): boolean {
  if (armedVariant(kind) < 0) return false;
  if (Atomics.add(cells, CALLS, 1) + 1 < Atomics.load(cells, AT)) return false;
  return Atomics.add(cells, STRUCK, 1) < Atomics.load(cells, COUNT);
}

/** Does what is the test's own and not the product's: none of its calls is counted or fails. Synchronous, so that nothing else slips through. */
export function aside<T>(work: () => T): T {
  muted += 1;
  try {
    return work();
  } finally {
    muted -= 1;
  }
}
