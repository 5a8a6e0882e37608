import { setImmediate as nextTurn } from 'node:timers/promises';
import { within } from '../lib/within.ts';

/** Acts that are done one after the other, and work for the time when there is none. */
export interface ActQueue {
  /** Does this after every act before it has ended, however it ended. */
  run<T>(act: () => Promise<T>): Promise<T>;
  /** Resolves when no act runs or waits, and what could wait is done too. */
  settled(): Promise<void>;
  /** Gives what runs so many milliseconds to end; work that could wait stops then. */
  close(timeoutMs: number): Promise<void>;
}

/**
 * `idle` is done at the start and after each act, when no other one waits: after whoever asked for the act has heard of its end. It
 * asks `goesOn` again and again, and ends as soon as that is false: it is called anew later. `onFailure` hears why it failed.
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
