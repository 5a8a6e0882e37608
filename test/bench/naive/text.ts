import { copyFile, mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createScheduler, createWorker } from 'tesseract.js';

const DATA = new URL('../../../node_modules/@tesseract.js-data/', import.meta.url);
const LANGUAGES = ['eng', 'fra'];

/**
 * Puts the language data of the two packages into one folder, as `langPath` requires. The folder is also the worker's
 * cache, so only the first worker unpacks the data.
 */
export async function prepareLanguages(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const language of LANGUAGES) {
    const packed = new URL(`${language}/4.0.0_best_int/${language}.traineddata.gz`, DATA);
    await copyFile(fileURLToPath(packed), `${folder}/${language}.traineddata.gz`);
  }
}

/** Returns the texts of two pictures (JPEG or PNG), read in sequence or in parallel. */
export type ReadBoth = (front: Buffer, back: Buffer) => Promise<[string, string]>;

/** In sequence, each with a new worker, as in the package's example. */
export function newWorkerEach(languageFolder: string): ReadBoth {
  return async (front, back) => [await readText(front, languageFolder), await readText(back, languageFolder)];
}

/** In parallel, with workers that stay alive. The package's documentation advises this for many pictures on several cores. */
export async function keptWorkers(languageFolder: string, count: number): Promise<ReadBoth> {
  const scheduler = createScheduler();
  for (let i = 0; i < count; i++) scheduler.addWorker(await makeWorker(languageFolder));
  const read = async (picture: Buffer): Promise<string> => {
    const { data } = await scheduler.addJob('recognize', picture);
    return data.text;
  };
  return (front, back) => Promise.all([read(front), read(back)]);
}

const makeWorker = (languageFolder: string): ReturnType<typeof createWorker> =>
  createWorker(LANGUAGES.join('+'), 1, { langPath: languageFolder, cachePath: languageFolder });

/** The text of a picture (JPEG or PNG), read by a worker for this one call, as in the package's own example. */
async function readText(picture: Buffer, languageFolder: string): Promise<string> {
  const worker = await makeWorker(languageFolder);
  const { data } = await worker.recognize(picture);
  await worker.terminate();
  return data.text;
}
