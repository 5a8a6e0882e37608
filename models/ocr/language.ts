import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AddedLanguage, EngineError } from '../ports.ts';
import { assertWhole, REMEDY, WEIGHTS } from '../runtime/weights.ts';

/** One language's traineddata as on disk: plain or gzipped. */
export interface LanguageData {
  code: string;
  data: Uint8Array;
}

/**
 * Reads each language: an added one from its own folder, the others from `directory`, `<code>.traineddata`, else
 * `<code>.traineddata.gz`. Throws `EngineError('unavailable')`, naming the first language that has neither file, or
 * whose file differs from what was added or from the list of model files.
 */
export async function readLanguages(
  directory: string,
  codes: readonly string[],
  added: readonly AddedLanguage[] = [],
): Promise<LanguageData[]> {
  if (codes.length === 0) throw new EngineError('unavailable', 'No language is configured for reading text.');
  return Promise.all(
    codes.map(async (code) => {
      const own = added.find((language) => language.code === code);
      return { code, data: await (own ? readAdded(own) : readLanguage(directory, code)) };
    }),
  );
}

async function readAdded({ code, path, sha256 }: AddedLanguage): Promise<Uint8Array> {
  const data = await readFile(path).catch(() => null);
  if (data !== null && createHash('sha256').update(data).digest('hex') === sha256) return data;
  const what = data === null ? 'is missing' : 'is damaged';
  throw new EngineError('unavailable', `The added language "${code}" ${what}. Apply its update package again.`);
}

async function readLanguage(directory: string, code: string): Promise<Uint8Array> {
  const plain = join(directory, `${code}.traineddata`);
  const data = await readFile(plain).catch(() => null);
  if (data !== null) return data;
  const file = `text/${code}.traineddata.gz`;
  const listed = WEIGHTS.find((weight) => weight.file === file);
  const zipped = await readFile(`${plain}.gz`).catch((cause: unknown) => {
    const install = `Install the package @tesseract.js-data/${code}, or apply an update package that contains it, then start again.`;
    const problem = `The language data "${code}" (${file}) is missing. ${listed ? REMEDY : install}`;
    throw new EngineError('unavailable', problem, cause);
  });
  if (listed) assertWhole(listed, zipped);
  return zipped;
}
