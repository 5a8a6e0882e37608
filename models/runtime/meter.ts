import { AsyncLocalStorage } from 'node:async_hooks';
import type { Worker } from 'node:worker_threads';

/** What one call of an engine cost, added up over its threads. */
export interface Meter {
  /** Processor milliseconds of the engine's own threads. What libraries do in threads of theirs (sharp's) is not in it. */
  cpuMs: number;
}

const meters = new AsyncLocalStorage<Meter>();

/** Runs `call`; what the workers spend on it is added to `meter`. */
export function metered<T>(meter: Meter, call: () => Promise<T>): Promise<T> {
  return meters.run(meter, call);
}

/** The meter of the call that runs here; undefined if nobody measures, which costs nothing then. */
export function currentMeter(): Meter | undefined {
  return meters.getStore();
}

/** Does `work` in `worker`, which does nothing else meanwhile, and adds its processor time to `meter`. */
export async function meterWorker<T>(worker: Worker, meter: Meter | undefined, work: () => Promise<T>): Promise<T> {
  if (meter === undefined) return work();
  const before = await cpuMsOf(worker);
  const result = await work();
  meter.cpuMs += (await cpuMsOf(worker)) - before;
  return result;
}

/** 0 for a thread that has ended. */
async function cpuMsOf(worker: Worker): Promise<number> {
  const usage = await worker.cpuUsage().catch(() => null);
  return usage === null ? 0 : (usage.user + usage.system) / 1000;
}
