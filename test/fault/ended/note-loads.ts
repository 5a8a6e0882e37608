import { getEnvironmentData, isMainThread } from 'node:worker_threads';

/** Loaded before anything else in each thread: tells when it begins to load an addon, and how long that took. */
export interface Loads {
  /** How many have begun. */
  begun: Int32Array;
  /** How long each took. */
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
