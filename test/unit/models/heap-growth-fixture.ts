import { type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { letHeapsGrow } from '../../../models/runtime/heap-growth.ts';

/** The number of objects alive at the same time, and the number made in total: enough to outlive the young generation. */
const ALIVE = 150_000;
const MADE = 3_000_000;
const TURN = 100_000;
/** `perf_hooks.constants.NODE_PERFORMANCE_GC_MAJOR`: a collection of the whole heap. */
const MAJOR = 4;

if (isMainThread) {
  if (process.argv[2] === 'grow') letHeapsGrow();
  const worker = new Worker(new URL(import.meta.url), { resourceLimits: { maxOldGenerationSizeMb: 256 } });
  worker.on('message', (collections: number) => process.stdout.write(`${collections}\n`));
} else {
  parentPort?.postMessage(await countCollections());
}

async function countCollections(): Promise<number> {
  let collections = 0;
  const count = (entries: PerformanceEntry[]): void => {
    for (const entry of entries)
      if ((entry as unknown as { detail: { kind: number } }).detail.kind === MAJOR) collections += 1;
  };
  const observer = new PerformanceObserver((list) => count(list.getEntries()));
  observer.observe({ entryTypes: ['gc'] });
  const alive: unknown[] = [];
  for (let i = 0; i < MADE; i++) {
    alive[i % ALIVE] = { i, next: [i] };
    if (i % TURN === 0) await new Promise(setImmediate);
  }
  await new Promise(setImmediate);
  count(observer.takeRecords());
  return collections;
}
