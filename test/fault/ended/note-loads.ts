import { getEnvironmentData, isMainThread } from 'node:worker_threads';

/** Loaded before anything else in each thread. It records when the thread begins to load an addon, and how long that takes. */
export interface Loads {
  /** How many loads have begun. */
  begun: Int32Array;
  /** How long each load took. */
  tookMs: Float64Array;
}

export const LOADS = 'loads of addons';

const loads = isMainThread ? undefined : (getEnvironmentData(LOADS) as unknown as Loads | undefined);
if (loads !== undefined) {
  const { dlopen } = process;
  process.dlopen = (...of: Parameters<typeof dlopen>) => {
    const startMs = performance.now();
    const number = Atomics.add(loads.begun, 0, 1);
    Atomics.notify(loads.begun, 0);
    dlopen.apply(process, of);
    loads.tookMs[number] = performance.now() - startMs;
  };
}
