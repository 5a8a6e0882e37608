import { parentPort, workerData } from 'node:worker_threads';
import { connectedElsewhere } from './own-sockets.ts';

/** Looks again and again until `ended` is no longer 0, then tells what it saw; what lasted less than the time between two looks it may miss. */
const { ended, intervalMs } = workerData as { ended: Int32Array; intervalMs: number };
const seen = new Set<string>();
const look = (): void => {
  for (const address of connectedElsewhere() ?? []) seen.add(address);
};
look();
while (Atomics.wait(ended, 0, 0, intervalMs) === 'timed-out') look();
// What was opened since the last look.
look();
parentPort?.postMessage([...seen]);
