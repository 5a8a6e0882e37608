import { copyFile, mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createWorker } from 'tesseract.js';

const DATA = new URL('../../../node_modules/@tesseract.js-data/', import.meta.url);
const LANGUAGES = ['eng', 'fra'];

/**
 * Puts the language data of the two packages into one folder, as `langPath` wants it. The folder is the worker's cache
 * too, so only the first worker unpacks the data.
 */
export async function prepareLanguages(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const language of LANGUAGES) {
    const packed = new URL(`${language}/4.0.0_best_int/${language}.traineddata.gz`, DATA);
    await copyFile(fileURLToPath(packed), `${folder}/${language}.traineddata.gz`);
  }
}

/** The text of a picture (JPEG or PNG), by a worker that is made for this one call, as the package's own example does. */
export async function readText(picture: Buffer, languageFolder: string): Promise<string> {
  const worker = await createWorker(LANGUAGES.join('+'), 1, { langPath: languageFolder, cachePath: languageFolder });
  const { data } = await worker.recognize(picture);
  await worker.terminate();
  return data.text;
}
