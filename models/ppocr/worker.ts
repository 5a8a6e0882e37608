import { serveOperations } from '../runtime/serve.ts';
import { loadPpocrNets } from './nets.ts';
import type { PpocrInput, PpocrWorkerData } from './options.ts';
import { readPage } from './read.ts';

serveOperations(async ({ weightsDir }: PpocrWorkerData) => {
  const nets = await loadPpocrNets(weightsDir);
  return { read: async (input: PpocrInput) => ({ output: await readPage(input, nets) }) };
});
