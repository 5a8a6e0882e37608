import { parentPort, workerData } from 'node:worker_threads';
import { connectedElsewhere } from './own-sockets.ts';

/** Polls until `ended` is no longer 0, then reports what it saw; it may miss what lasted less than one interval. */
const { ended, intervalMs } = workerData as { ended: Int32Array; intervalMs: number };
const seen = new Set<string>();
const look = (): void => {
  for (const address of connectedElsewhere() ?? []) seen.add(address);
};
look();
while (Atomics.wait(ended, 0, 0, intervalMs) === 'timed-out') look();
// What was opened since the last poll.
look();
parentPort?.postMessage([...seen]);
