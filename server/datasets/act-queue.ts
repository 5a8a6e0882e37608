import { setImmediate as nextTurn } from 'node:timers/promises';
import { within } from '../lib/within.ts';

/** Runs operations one after the other, and background work while there are none. */
export interface ActQueue {
  /** Runs this after every earlier operation has ended, however it ended. */
  run<T>(act: () => Promise<T>): Promise<T>;
  /** Resolves when no operation runs or waits, and the background work is done too. */
  settled(): Promise<void>;
  /** Gives running work this many milliseconds to end. Background work stops then. */
  close(timeoutMs: number): Promise<void>;
}

/**
 * Runs `idle` at the start and after each operation if no other one waits, once the caller has received its result. `idle` checks
 * `goesOn` repeatedly, and ends as soon as that is false. It is called again later. `onFailure` receives the reason if it fails.
 */
export function createActQueue(
  idle: (goesOn: () => boolean) => Promise<void>,
  onFailure: (error: unknown) => void,
): ActQueue {
  let last: Promise<unknown> = Promise.resolve();
  let acts = 0;
  let closed = false;
  const goesOn = (): boolean => acts === 0 && !closed;
  const rest = (): void => {
    last = last
      .then(() => nextTurn())
      .then(() => (goesOn() ? idle(goesOn) : undefined))
      .catch(onFailure);
  };
  const ended = (): void => {
    acts -= 1;
    if (acts === 0) rest();
  };
  const settled = async (): Promise<void> => {
    for (let seen: unknown = null; seen !== last; ) {
      seen = last;
      await last;
    }
  };
  rest();
  return {
    run(act) {
      acts += 1;
      const result = last.then(act);
      last = result.then(ended, ended);
      return result;
    },
    settled,
    async close(timeoutMs) {
      await within(settled(), timeoutMs);
      closed = true;
    },
  };
}
