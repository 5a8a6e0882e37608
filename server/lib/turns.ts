import type { AppError } from './errors.ts';

/** Runs work in order of arrival, a limited number at once. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** While `atOnce` run, at most `waitingMax` more wait; beyond that, the error that `refuse` creates is thrown. */
export function createTurns(limits: { atOnce: number; waitingMax: number; refuse: () => AppError }): InTurn {
  const { atOnce, waitingMax, refuse } = limits;
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= waitingMax) throw refuse();
      // The work that ends passes its turn on directly, so that no other work can jump the queue.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** Runs one work after the other, whatever the outcome of the earlier ones. */
export function oneAtATime(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
}
