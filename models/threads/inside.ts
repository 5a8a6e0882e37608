import { getEnvironmentData } from 'node:worker_threads';
import { GATE, passageOf } from './gate.ts';

const shared = getEnvironmentData(GATE) as unknown;
/** The passage of this thread; null in the main one, which no other thread ends. */
export const PASSAGE = shared instanceof SharedArrayBuffer ? passageOf(shared) : null;

/** Does work in an addon that reports its end by other means than a promise, which is all that `guard-natives.ts` sees. */
export async function inside<T>(work: () => Promise<T>): Promise<T> {
  PASSAGE?.enter();
  try {
    return await work();
  } finally {
    PASSAGE?.leave();
  }
}
