import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

/** The kinds of call that can be made to fail. Only one kind is armed at a time. */
export const KINDS = ['database', 'disk', 'clock', 'engine'] as const;
export type Kind = (typeof KINDS)[number];

/** One way to fail. `once`: only this call; `on`: all calls from it on, until the fault is repaired. */
export interface Failing {
  /** The name that the system or SQLite gives it. */
  code: string;
  ways: readonly ('once' | 'on')[];
}

/** The calls that fail: number `at` of its kind, and the next `count - 1`. */
export interface Plan {
  kind: Kind;
  /** Index of the failure in the kind's own list. */
  variant: number;
  /** Counts from 1. Infinity: none fails; for counting. */
  at: number;
  /** 1: only this one. Infinity: all from it on, until `disarm`. */
  count: number;
}

const NAME = 'custos.nth';
const NEVER = 2 ** 31 - 1;
const [KIND, VARIANT, AT, COUNT, CALLS, STRUCK] = [0, 1, 2, 3, 4, 5] as const;

/** Shared with the threads that the product starts. Each reads the same cells, so a call counts in whatever thread it is made. */
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

/** The number of calls since `arm`, and how many of them failed. */
export function disarm(): { calls: number; struck: number } {
  Atomics.store(cells, KIND, 0);
  return { calls: Atomics.load(cells, CALLS), struck: struckSoFar() };
}

export const struckSoFar = (): number => Math.min(Atomics.load(cells, STRUCK), Atomics.load(cells, COUNT));

/** The failure for calls of this kind while it is armed, or -1. */
export const armedVariant = (kind: Kind): number =>
  muted === 0 && cells[KIND] === KINDS.indexOf(kind) + 1 ? (cells[VARIANT] as number) : -1;

/** Each call asks this and is counted: whether it fails. */
export function strikes(kind: Kind): boolean {
  if (armedVariant(kind) < 0) return false;
  if (Atomics.add(cells, CALLS, 1) + 1 < Atomics.load(cells, AT)) return false;
  return Atomics.add(cells, STRUCK, 1) < Atomics.load(cells, COUNT);
}

/** Runs the test's own work, not the product's: none of its calls is counted or fails. It is synchronous, so no other work runs meanwhile. */
export function aside<T>(work: () => T): T {
  muted += 1;
  try {
    return work();
  } finally {
    muted -= 1;
  }
}
