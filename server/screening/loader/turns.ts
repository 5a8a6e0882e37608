import { within } from '../../lib/within.ts';

/** Work that runs once at a time. */
export interface Turns {
  /** Runs the work, after any running one. Waiting calls share one run. */
  run(): Promise<void>;
  /** Resolves when the current run has ended, or after this many milliseconds. */
  settled(timeoutMs: number): Promise<void>;
}

/** `work` returns undefined if it was done synchronously, and never fails. */
export function createTurns(work: () => Promise<void> | undefined): Turns {
  let current: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const start = (): Promise<void> => {
    const begun = work();
    if (!begun) return Promise.resolve();
    current = begun.then(() => {
      current = null;
    });
    return current;
  };
  return {
    run() {
      if (!current) return start();
      next ??= current.then(() => {
        next = null;
        return start();
      });
      return next;
    },
    async settled(timeoutMs) {
      if (current) await within(current, timeoutMs);
    },
  };
}
