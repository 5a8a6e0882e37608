import type { RasterImage, TextLine, TextWord } from '../ports.ts';
import { cutOut, cutOutAt } from './cut.ts';
import { findDoubts, type Look, replaceWords, settleDoubt } from './doubt.ts';
import { readLanguages } from './language.ts';
import { findLoneLetters } from './lone.ts';
import { dropNoise } from './noise.ts';
import { turnQuad } from './omit.ts';
import type { LanguageOptions, ReadInput, ReadOutput } from './options.ts';
import { readUpright } from './orientation.ts';
import { lineInPart, linesFromTsv, wordBox, wordBoxes } from './page.ts';
import { type Picture, preparePicture } from './picture.ts';
import { firstLanguages } from './scripts.ts';
import { loadTesseract, type Recognise } from './tesseract.ts';

/** Page segmentation 11, sparse text: the automatic ones (3, 4) lose lone letters and columns, and so does 6. */
const PARAMETERS = { tessedit_pageseg_mode: '11', user_defined_dpi: '300' };
/** Page segmentation 8, a single word, and 7, a single row: words of digits lose no characters at 7. */
const ONE_WORD = { tessedit_pageseg_mode: '8' };
const ONE_ROW = { tessedit_pageseg_mode: '7' };
/**
 * Heights of a word with its margin, in pixels, for the further readings: near what the recogniser reads best, and far
 * enough apart that it seldom makes the same mistake at two. Chosen by measurement on drawn cards.
 */
const LOOK_HEIGHTS = [40, 56, 64] as const;

/**
 * Loads tesseract.js in this thread, which finds the rows of a page and reads them. If one of its languages uses Latin letters, it reads only those:
 * each further language would slow every page. Throws `EngineError('unavailable')` if a language's data cannot be loaded.
 */
export async function loadPageReader(options: LanguageOptions): Promise<(input: ReadInput) => Promise<ReadOutput>> {
  const languages = firstLanguages(options.languages);
  const recognise = await loadTesseract(
    await readLanguages(options.languageDir, languages, options.addedLanguages),
    PARAMETERS,
  );
  return async ({ image, turn, omitted }) => {
    const left = turn === undefined ? [] : omitted.map((quad) => turnQuad(quad, image, turn));
    const readAsItLies = async (upright: RasterImage): Promise<TextLine[]> => {
      const picture = await preparePicture(upright, left);
      const found = linesFromTsv(await recognise(picture.file), picture);
      const lines = await lookAgain(recognise, picture, found);
      return dropNoise([...lines, ...(await readLoneLetters(recognise, picture, lines))]);
    };
    return { ...(await readUpright(image, readAsItLies, turn)), by: 'wasm' };
  };
}

async function readLoneLetters(
  recognise: Recognise,
  picture: Picture,
  lines: readonly TextLine[],
): Promise<TextLine[]> {
  const found: TextLine[] = [];
  for (const box of findLoneLetters(picture.letters, wordBoxes(lines, picture))) {
    const line = lineInPart(await recognise(cutOut(picture, box), ONE_WORD), box, picture);
    if (line && /^[\p{L}\p{N}]{1,2}$/u.test(line.text)) found.push(line);
  }
  return found;
}

async function lookAgain(recognise: Recognise, picture: Picture, lines: readonly TextLine[]): Promise<TextLine[]> {
  const settled = new Map<TextWord, TextWord>();
  for (const word of findDoubts(lines)) {
    const looks: Look[] = [];
    for (const height of LOOK_HEIGHTS) looks.push(await lookAt(recognise, picture, word, height));
    settled.set(word, settleDoubt(word, looks));
  }
  return replaceWords(lines, settled);
}

async function lookAt(recognise: Recognise, picture: Picture, word: TextWord, heightPixels: number): Promise<Look> {
  const file = await cutOutAt(picture, wordBox(word, picture), heightPixels);
  const [only, ...others] = linesFromTsv(await recognise(file, ONE_ROW), { scale: 1 }).flatMap(({ words }) => words);
  return only && others.length === 0 ? only : { text: '', confidence: 0 };
}
