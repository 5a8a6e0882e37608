import type { RasterImage, TextLine } from '../ports.ts';
import { KERNEL } from '../quality/text-kernel.ts';
import { type LanguageData, readLanguages } from './language.ts';
import { createLineReader } from './lstm/reader.ts';
import { dropNoise } from './noise.ts';
import { turnQuad } from './omit.ts';
import type { LanguageOptions, ReadInput, ReadOutput } from './options.ts';
import { readUpright } from './orientation.ts';
import { levelPicture } from './picture.ts';
import { type Readers, readRows, type ScriptReaders } from './rows/read.ts';
import { firstLanguages, scriptOfLanguage } from './scripts.ts';

/** The readers of pages: the languages in Latin letters, and those of other scripts if a page has them. */
export interface PageReaders {
  first: Readers;
  scripts: readonly ScriptReaders[];
}

/**
 * Loads the net of each language in Latin letters, or of all if there is none; those of other scripts are loaded when a page first needs them. Throws
 * `EngineError('unavailable')` if a language's data cannot be loaded, or a loaded net fails its probe.
 */
export async function loadReaders(options: LanguageOptions): Promise<PageReaders> {
  const languages = await readLanguages(options.languageDir, options.languages, options.addedLanguages);
  const first = firstLanguages(options.languages);
  const others = languages.filter(({ code }) => !first.includes(code));
  const scripts = [...Map.groupBy(others, ({ code }) => scriptOfLanguage(code)).values()];
  return {
    first: await loadAll(languages.filter(({ code }) => first.includes(code))),
    scripts: scripts.map(loadLater),
  };
}

async function loadAll(languages: readonly LanguageData[]): Promise<Readers> {
  const readers: Readers[number][] = [];
  for (const { code, data } of languages) readers.push({ code, ...(await createLineReader(code, data)) });
  return readers;
}

/** Each is loaded once; a failed load is retried. */
function loadLater(languages: readonly LanguageData[]): ScriptReaders {
  const loaded: Readers[number][] = [];
  return {
    load: async (count = languages.length) => {
      loaded.push(...(await loadAll(languages.slice(loaded.length, count))));
      return loaded.slice(0, count);
    },
  };
}

/** Reads a page with nets in this thread. Throws `EngineError`: `bad_input`, or `crashed` if a net fails. */
export async function readPage(
  { image, turn: known, omitted }: ReadInput,
  { first, scripts }: PageReaders,
): Promise<ReadOutput> {
  const left = known === undefined ? [] : omitted.map((quad) => turnQuad(quad, image, known));
  const readAsItLies = async (upright: RasterImage): Promise<TextLine[]> => {
    using scratch = KERNEL.borrow();
    return dropNoise(await readRows(await levelPicture(upright, scratch), left, first, scripts));
  };
  return { ...(await readUpright(image, readAsItLies, known)), by: 'native' };
}
