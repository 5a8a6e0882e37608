import { parentPort, workerData } from 'node:worker_threads';
import { passageOf } from '../../../models/runtime/gate.ts';

/** Goes in, stays until it is told to come out, and tries to go in again. */
async function goInTwice(): Promise<void> {
  const passage = passageOf(workerData as SharedArrayBuffer);
  const told = new Promise<void>((resolve) => parentPort?.once('message', () => resolve()));
  await passage(async () => {
    parentPort?.postMessage('inside');
    await told;
  });
  parentPort?.postMessage('outside');
  await passage(async () => parentPort?.postMessage('inside again'));
}

void goInTwice();
