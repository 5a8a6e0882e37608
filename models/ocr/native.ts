import type { RasterImage, TextLine } from '../ports.ts';
import { KERNEL } from '../quality/text-kernel.ts';
import { readLanguages } from './language.ts';
import { createLineReader } from './lstm/reader.ts';
import { dropNoise } from './noise.ts';
import { turnQuad } from './omit.ts';
import type { LanguageOptions, ReadInput, ReadOutput } from './options.ts';
import { readUpright } from './orientation.ts';
import { levelPicture } from './picture.ts';
import { type Readers, readRows } from './rows/read.ts';

/** Loads the net of each language. Throws `EngineError('unavailable')` where one cannot be had or is not what it should be. */
export async function loadReaders(options: LanguageOptions): Promise<Readers> {
  const languages = await readLanguages(options.languageDir, options.languages, options.addedLanguages);
  const readers: Readers[number][] = [];
  for (const { code, data } of languages) readers.push({ code, ...(await createLineReader(code, data)) });
  return readers;
}

/** Reads a page by nets in this thread. Throws `EngineError`: `bad_input`, or `crashed` where a net fails. */
export async function readPage({ image, turn: known, omitted }: ReadInput, readers: Readers): Promise<ReadOutput> {
  const left = known === undefined ? [] : omitted.map((quad) => turnQuad(quad, image, known));
  const readAsItLies = async (upright: RasterImage): Promise<TextLine[]> => {
    using scratch = KERNEL.borrow();
    return dropNoise(await readRows(await levelPicture(upright, scratch), left, readers));
  };
  return { ...(await readUpright(image, readAsItLies, known)), by: 'native' };
}
