import type { AppError } from './errors.ts';

/** Runs work in the order in which it came, so much of it at once. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** Where `atOnce` works run, at most `waitingMax` more wait; beyond that, what `refuse` makes is thrown. */
export function createTurns(limits: { atOnce: number; waitingMax: number; refuse: () => AppError }): InTurn {
  const { atOnce, waitingMax, refuse } = limits;
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= waitingMax) throw refuse();
      // Whoever ends hands the turn on, so that nobody comes in between.
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

/** One work after the other, however the former ones ended. */
export function oneAtATime(): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
}
