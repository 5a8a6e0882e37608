import { createRequire } from 'node:module';
import {
  EngineError,
  type RasterImage,
  type TextEngine,
  type TextHint,
  type TextLine,
  type TextPage,
  type TextWord,
} from '../ports.ts';
import type { ManagedEngine } from '../runtime/managed.ts';
import { cutOut, cutOutAt } from './cut.ts';
import { findDoubts, type Look, replaceWords, settleDoubt } from './doubt.ts';
import { createLanes } from './lanes.ts';
import { type AddedLanguage, type LanguageData, readLanguages } from './language.ts';
import { findLoneLetters } from './lone.ts';
import { dropNoise } from './noise.ts';
import { turnQuad } from './omit.ts';
import { readUpright } from './orientation.ts';
import { lineInPart, linesFromTsv, meanConfidence, wordBox, wordBoxes } from './page.ts';
import type { Picture } from './picture.ts';
import { createPreparer } from './preparer.ts';
import { startThread, type TextThread } from './thread.ts';

export interface TextEngineOptions {
  /** Folder of `<language>.traineddata` or `<language>.traineddata.gz`. */
  languageDir: string;
  /** Tesseract's codes, the most likely first: `eng`, `fra`. */
  languages: string[];
  /** Data that lies elsewhere, and comes before that of the folder. */
  addedLanguages?: readonly AddedLanguage[];
  workers: number;
  /** For one picture, without the time it waits for a free thread. */
  timeoutMs: number;
  loadTimeoutMs: number;
  /** A thread is replaced after so many pictures, since the recogniser's memory grows with use. */
  callsPerWorkerMax?: number;
  /** The worker script; tests put one in that hangs. */
  script?: string;
}

const CALLS_PER_WORKER_MAX = 200;
const WAITING_MAX = 64;
/** Word lists off: they bend names and document numbers towards dictionary words. */
const INITIAL = { load_system_dawg: '0', load_freq_dawg: '0' };
/** Page segmentation 11, sparse text: the automatic ones (3, 4) lose lone letters and columns, and so does 6. */
const PARAMETERS = { tessedit_pageseg_mode: '11', user_defined_dpi: '300' };
/** Page segmentation 8, a single word, and 7, a single row: words of figures lose none of their signs at 7. */
const ONE_WORD = { tessedit_pageseg_mode: '8' };
const ONE_ROW = { tessedit_pageseg_mode: '7' };
/**
 * Heights of a word with its margin, in pixels, at which it is looked at again: near what the recogniser reads best, and
 * apart enough that it seldom errs in the same way at two. Chosen by measurement on drawn cards.
 */
const LOOK_HEIGHTS = [40, 56, 64] as const;
const VERSION = (createRequire(import.meta.url)('tesseract.js/package.json') as { version: string }).version;

/**
 * The text recogniser over tesseract.js, with language data from disk only. Threads start at `warm()` or the first call.
 * `read` throws `EngineError`: `bad_input` for pixels that are not what they say, `timeout` (the thread is replaced, the
 * next call works), `crashed`, `unavailable` where the language data cannot be loaded.
 */
export function createTextEngine(options: TextEngineOptions): TextEngine & ManagedEngine {
  let languages: Promise<LanguageData[]> | null = null;
  let problem: string | null = null;

  const start = async (): Promise<TextThread> => {
    try {
      languages ??= readLanguages(options.languageDir, options.languages, options.addedLanguages);
      const thread = await startThread({
        languages: await languages,
        loadTimeoutMs: options.loadTimeoutMs,
        initial: INITIAL,
        parameters: PARAMETERS,
        ...(options.script === undefined ? {} : { script: options.script }),
      });
      problem = null;
      return thread;
    } catch (error) {
      languages = null;
      problem = error instanceof EngineError ? error.message : 'The text recogniser cannot start.';
      throw error;
    }
  };
  const lanes = createLanes({
    start,
    count: options.workers,
    timeoutMs: options.timeoutMs,
    callsPerThreadMax: options.callsPerWorkerMax ?? CALLS_PER_WORKER_MAX,
    waitingMax: WAITING_MAX,
  });
  const preparer = createPreparer(options);
  const readLoneLetters = async (picture: Picture, lines: readonly TextLine[]): Promise<TextLine[]> => {
    const found: TextLine[] = [];
    for (const box of findLoneLetters(picture.letters, wordBoxes(lines, picture))) {
      const line = lineInPart(await lanes.run(cutOut(picture, box), ONE_WORD), box, picture);
      if (line && /^[\p{L}\p{N}]{1,2}$/u.test(line.text)) found.push(line);
    }
    return found;
  };
  const lookAt = async (picture: Picture, word: TextWord, heightPixels: number): Promise<Look> => {
    const file = await cutOutAt(picture, wordBox(word, picture), heightPixels);
    const [only, ...others] = linesFromTsv(await lanes.run(file, ONE_ROW), { scale: 1 }).flatMap(({ words }) => words);
    return only && others.length === 0 ? only : { text: '', confidence: 0 };
  };
  const lookAgain = async (picture: Picture, lines: readonly TextLine[]): Promise<TextLine[]> => {
    const settled = new Map<TextWord, TextWord>();
    for (const word of findDoubts(lines)) {
      const looks: Look[] = [];
      for (const height of LOOK_HEIGHTS) looks.push(await lookAt(picture, word, height));
      settled.set(word, settleDoubt(word, looks));
    }
    return replaceWords(lines, settled);
  };

  return {
    read: async (image: RasterImage, hint?: TextHint): Promise<TextPage> => {
      const known = hint?.turn;
      const omitted = known === undefined ? [] : (hint?.omitted ?? []).map((quad) => turnQuad(quad, image, known));
      const readAsItLies = async (upright: RasterImage): Promise<TextLine[]> => {
        const picture = await preparer.prepare(upright, omitted);
        const found = linesFromTsv(await lanes.run(picture.file, {}), picture);
        const lines = await lookAgain(picture, found);
        return dropNoise([...lines, ...(await readLoneLetters(picture, lines))]);
      };
      const { lines, turn } = await readUpright(image, readAsItLies, known);
      const engine = { name: 'tesseract.js', version: VERSION, languages: [...options.languages] };
      return { lines, confidence: meanConfidence(lines), ...(turn !== 0 && { turn }), engine };
    },
    warm: async () => {
      await Promise.all([lanes.warm(), preparer.warm()]);
    },
    close: async () => {
      await Promise.all([lanes.close(), preparer.close()]);
    },
    problem: () => problem ?? preparer.problem(),
    ready: () => lanes.ready() && preparer.ready(),
  };
}
