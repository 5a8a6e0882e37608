import { loadHuman } from './faces.ts';
import { prepareLanguages } from './text.ts';
import { verifyNaively } from './verify.ts';

/** One verification to do; files travel as base64. `id` comes back with the answer. */
export interface NaiveRequest {
  id: number;
  front: string;
  back: string;
  selfie: string;
  lastName: string;
}

/** Runs the naive assembly as a process of its own, so that its memory and its CPU time can be told apart. */
async function main(languageFolder: string): Promise<void> {
  await prepareLanguages(languageFolder);
  const human = await loadHuman();
  process.on('message', async (request: NaiveRequest) => {
    const files = {
      front: Buffer.from(request.front, 'base64'),
      back: Buffer.from(request.back, 'base64'),
      selfie: Buffer.from(request.selfie, 'base64'),
    };
    const result = await verifyNaively(files, request.lastName, human, languageFolder);
    process.send?.({ id: request.id, result });
  });
  process.on('disconnect', () => process.exit(0));
  process.send?.({ ready: true });
}

await main(process.argv[2] ?? 'naive-languages');
