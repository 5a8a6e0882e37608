import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EngineError } from '../ports.ts';

/** One language's traineddata, as it lies on disk: plain or gzipped. */
export interface LanguageData {
  code: string;
  data: Uint8Array;
}

/**
 * Reads `<code>.traineddata`, else `<code>.traineddata.gz`, of each language from `directory`.
 * Throws `EngineError('unavailable')` naming the first language that has neither.
 */
export async function readLanguages(directory: string, codes: readonly string[]): Promise<LanguageData[]> {
  if (codes.length === 0) throw new EngineError('unavailable', 'No language is configured for reading text.');
  return Promise.all(codes.map(async (code) => ({ code, data: await readLanguage(directory, code) })));
}

async function readLanguage(directory: string, code: string): Promise<Uint8Array> {
  const plain = join(directory, `${code}.traineddata`);
  try {
    return await readFile(plain);
  } catch {
    return readFile(`${plain}.gz`).catch((cause: unknown) => {
      throw new EngineError(
        'unavailable',
        `The language data "${code}" is missing. Install the package @tesseract.js-data/${code}, then start again.`,
        cause,
      );
    });
  }
}
