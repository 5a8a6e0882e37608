import { parentPort, workerData } from 'node:worker_threads';
import { registerFonts } from './ink.ts';
import { createRandom } from './random.ts';
import { drawSamples } from './samples.ts';

/** Draws the batch of each seed that it is sent. */
registerFonts();
const { batchSize } = workerData as { batchSize: number };
parentPort?.on('message', async (seed: number) => {
  const samples = await drawSamples(batchSize, createRandom(seed));
  parentPort?.postMessage(samples, [samples.windows.buffer, samples.labels.buffer]);
});
