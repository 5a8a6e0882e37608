import { within } from '../../lib/within.ts';

/** Work that runs once at a time. */
export interface Turns {
  /** Runs the work, after the run under way where there is one; calls that wait share one run. */
  run(): Promise<void>;
  /** Resolves when the run under way has ended, or after so many milliseconds. */
  settled(timeoutMs: number): Promise<void>;
}

/** `work` gives undefined where it was done at once, and never fails. */
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
