import { EngineError, type RasterImage, type TextLine, type TextWord } from '../ports.ts';
import type { BackendPool, Probe } from '../runtime/backends.ts';
import { type CallOptions, nonsenseError } from '../runtime/pool.ts';
import { cutOut, cutOutAt } from './cut.ts';
import { findDoubts, type Look, replaceWords, settleDoubt } from './doubt.ts';
import { createLanes, type Lanes } from './lanes.ts';
import { type LanguageData, readLanguages } from './language.ts';
import { findLoneLetters } from './lone.ts';
import { dropNoise } from './noise.ts';
import { turnQuad } from './omit.ts';
import type { LanguageOptions, ReadInput, ReadOutput } from './options.ts';
import { readUpright } from './orientation.ts';
import { lineInPart, linesFromTsv, wordBox, wordBoxes } from './page.ts';
import type { Picture } from './picture.ts';
import { createPreparer, type Preparer } from './preparer.ts';
import { firstLanguages } from './scripts.ts';
import { startThread, type TextThread } from './thread.ts';

export interface ThreadRoadOptions extends LanguageOptions {
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
/**
 * Word lists off, since they bend names and document numbers towards dictionary words. Without effect in tesseract.js 7: its neural engine
 * uses the lists of the language data all the same.
 */
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

/**
 * The recogniser where its nets are WebAssembly: tesseract.js, which finds the rows of a page and reads them, in threads of its own.
 * It reads Latin letters alone where one of its languages is written in them: each more language would slow every page. Its operations are `probe`, which starts them, and `read`, of a `ReadInput`.
 */
export function createThreadRoad(options: ThreadRoadOptions): BackendPool {
  let problem: string | null = null;
  const lanes = createLanes({
    start: starter(options, (sentence) => {
      problem = sentence;
    }),
    count: options.workers,
    timeoutMs: options.timeoutMs,
    callsPerThreadMax: options.callsPerWorkerMax ?? CALLS_PER_WORKER_MAX,
    waitingMax: WAITING_MAX,
  });
  const preparer = createPreparer(options);
  const warm = async (): Promise<void> => {
    await Promise.all([lanes.warm(), preparer.warm()]);
  };
  const run = async (operation: string, input: unknown): Promise<ReadOutput | Probe> => {
    if (operation === 'read') return readPage(input as ReadInput, lanes, preparer);
    if (operation !== 'probe') throw new EngineError('unavailable', `There is no operation ${operation}.`);
    await warm();
    return { tookMs: 0 };
  };
  return {
    call: async <Answer>(operation: string, input: unknown, { isAnswer }: CallOptions<Answer>) => {
      const answer = await run(operation, input);
      if (isAnswer?.(answer) === false) throw nonsenseError('text');
      return answer as Answer;
    },
    warm,
    close: async () => {
      await Promise.all([lanes.close(), preparer.close()]);
    },
    problem: () => problem ?? preparer.problem(),
    ready: () => lanes.ready() && preparer.ready(),
  };
}

/** Starts threads; `tell` is told why that failed, and null where it did not. */
function starter(options: ThreadRoadOptions, tell: (problem: string | null) => void): () => Promise<TextThread> {
  let languages: Promise<LanguageData[]> | null = null;
  return async () => {
    try {
      languages ??= readLanguages(options.languageDir, firstLanguages(options.languages), options.addedLanguages);
      const thread = await startThread({
        languages: await languages,
        loadTimeoutMs: options.loadTimeoutMs,
        initial: INITIAL,
        parameters: PARAMETERS,
        ...(options.script === undefined ? {} : { script: options.script }),
      });
      tell(null);
      return thread;
    } catch (error) {
      languages = null;
      tell(error instanceof EngineError ? error.message : 'The text recogniser cannot start.');
      throw error;
    }
  };
}

async function readPage({ image, turn, omitted }: ReadInput, lanes: Lanes, preparer: Preparer): Promise<ReadOutput> {
  const left = turn === undefined ? [] : omitted.map((quad) => turnQuad(quad, image, turn));
  const readAsItLies = async (upright: RasterImage): Promise<TextLine[]> => {
    const picture = await preparer.prepare(upright, left);
    const found = linesFromTsv(await lanes.run(picture.file, {}), picture);
    const lines = await lookAgain(lanes, picture, found);
    return dropNoise([...lines, ...(await readLoneLetters(lanes, picture, lines))]);
  };
  return { ...(await readUpright(image, readAsItLies, turn)), by: 'wasm' };
}

async function readLoneLetters(lanes: Lanes, picture: Picture, lines: readonly TextLine[]): Promise<TextLine[]> {
  const found: TextLine[] = [];
  for (const box of findLoneLetters(picture.letters, wordBoxes(lines, picture))) {
    const line = lineInPart(await lanes.run(cutOut(picture, box), ONE_WORD), box, picture);
    if (line && /^[\p{L}\p{N}]{1,2}$/u.test(line.text)) found.push(line);
  }
  return found;
}

async function lookAgain(lanes: Lanes, picture: Picture, lines: readonly TextLine[]): Promise<TextLine[]> {
  const settled = new Map<TextWord, TextWord>();
  for (const word of findDoubts(lines)) {
    const looks: Look[] = [];
    for (const height of LOOK_HEIGHTS) looks.push(await lookAt(lanes, picture, word, height));
    settled.set(word, settleDoubt(word, looks));
  }
  return replaceWords(lines, settled);
}

async function lookAt(lanes: Lanes, picture: Picture, word: TextWord, heightPixels: number): Promise<Look> {
  const file = await cutOutAt(picture, wordBox(word, picture), heightPixels);
  const [only, ...others] = linesFromTsv(await lanes.run(file, ONE_ROW), { scale: 1 }).flatMap(({ words }) => words);
  return only && others.length === 0 ? only : { text: '', confidence: 0 };
}
