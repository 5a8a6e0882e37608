import { AsyncLocalStorage } from 'node:async_hooks';
import type { Worker } from 'node:worker_threads';

/** The cost of one engine call, summed over its threads. */
export interface Meter {
  /** CPU milliseconds of the engine's own threads. Excludes threads of libraries (sharp's). */
  cpuMs: number;
}

const meters = new AsyncLocalStorage<Meter>();

/** Runs `call`; adds the cost of the workers to `meter`. */
export function metered<T>(meter: Meter, call: () => Promise<T>): Promise<T> {
  return meters.run(meter, call);
}

/** Returns the meter of the current call; undefined if it is not measured, which then costs nothing. */
export function currentMeter(): Meter | undefined {
  return meters.getStore();
}

/** Does `work` in `worker`, which does nothing else meanwhile, and adds its CPU time to `meter`. */
export async function meterWorker<T>(worker: Worker, meter: Meter | undefined, work: () => Promise<T>): Promise<T> {
  if (meter === undefined) return work();
  const before = await cpuMsOf(worker);
  const result = await work();
  meter.cpuMs += (await cpuMsOf(worker)) - before;
  return result;
}

/** Returns 0 for a thread that has ended. */
async function cpuMsOf(worker: Worker): Promise<number> {
  const usage = await worker.cpuUsage().catch(() => null);
  return usage === null ? 0 : (usage.user + usage.system) / 1000;
}
