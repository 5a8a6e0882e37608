import { availableParallelism } from 'node:os';
import { loadHuman } from './faces.ts';
import { keptWorkers, newWorkerEach, prepareLanguages } from './text.ts';
import { verifyNaively } from './verify.ts';

/** One verification to carry out; files are sent as base64. The answer repeats `id`. */
export interface NaiveRequest {
  id: number;
  front: string;
  back: string;
  selfie: string;
  lastName: string;
}

/** The text recognizers: a new one for each picture, or one for each core that stays alive. */
export type NaiveWorkers = 'new' | 'kept';

/** Runs the naive assembly in its own process, so its memory and CPU time can be measured separately. */
async function main(languageFolder: string, workers: NaiveWorkers): Promise<void> {
  await prepareLanguages(languageFolder);
  const readBoth =
    workers === 'kept' ? await keptWorkers(languageFolder, availableParallelism()) : newWorkerEach(languageFolder);
  const human = await loadHuman();
  process.on('message', async (request: NaiveRequest) => {
    const files = {
      front: Buffer.from(request.front, 'base64'),
      back: Buffer.from(request.back, 'base64'),
      selfie: Buffer.from(request.selfie, 'base64'),
    };
    const result = await verifyNaively(files, request.lastName, human, readBoth);
    process.send?.({ id: request.id, result });
  });
  process.on('disconnect', () => process.exit(0));
  process.send?.({ ready: true });
}

await main(process.argv[2] ?? 'naive-languages', process.argv[3] === 'kept' ? 'kept' : 'new');
