import type { GreyImage } from '../../pixels/grey.ts';
import { EngineError } from '../../ports.ts';
import { reasonOf } from '../../runtime/onnx-nets.ts';
import { dropBare } from './bare.ts';
import { makeBatches } from './batches.ts';
import { type ColumnSign, decodeSigns } from './decode.ts';
import { addsInt8Exactly } from './exact-int8.ts';
import { type LanguageNet, readLanguageNet } from './language-net.ts';
import type { LineModel } from './line-model.ts';
import { createLineNet, type LineNet } from './line-net.ts';
import { type LinePicture, prepareLine } from './line-picture.ts';

/** A character of a line, or the space between two words. */
export interface ReadSign {
  text: string;
  /** 0..1 */
  probability: number;
  /** Its horizontal range, in pixels of the line's picture. Two characters share what is between them. */
  start: number;
  end: number;
}

/** Reads lines of text in one language. */
export interface LineReader {
  /**
   * Returns the characters of each line, from left to right. A line is a picture of one row of dark print on light background, of any height; one
   * that is too small or too long for a line of text has no characters. Throws `EngineError('crashed')` if the net fails. One call at a time.
   */
  read(lines: readonly GreyImage[]): Promise<ReadSign[][]>;
  /** Returns whether a word is on the language's list, ignoring case and accents; false if its data has no list. */
  knows(word: string): boolean;
  close(): Promise<void>;
}

/** A line is at most this many times as wide as high: about five hundred characters. */
const LENGTH_MAX = 250;

/**
 * Creates a line recogniser that runs Tesseract's own neural net of a language on onnxruntime. CPU time for 1,000
 * pixels along lines of the net's height, with AVX-512 VNNI: French 3.4 ms for a single line, 2.7 in batches of 8 and
 * more (as floats 7.1 and 5); English and Spanish 8 and 5 (22 and 9); German and Portuguese, whose pictures are higher,
 * 6 and 5 (16 and 8). Preparing and decoding 118 short lines adds 4 ms. Tesseract in WebAssembly takes 54 to 108 ms.
 *
 * @param code for messages: `fra`
 * @param traineddata a traineddata file of Tesseract 4 or 5, plain or gzipped
 * @throws EngineError('unavailable') that names the language and what is wrong with its file, or with onnxruntime here
 */
export async function createLineReader(code: string, traineddata: Uint8Array): Promise<LineReader> {
  const cannotBeLoaded = (cause: unknown): never => {
    throw new EngineError('unavailable', `The language data "${code}" cannot be loaded: ${reasonOf(cause)}.`, cause);
  };
  const int8 = await addsInt8Exactly().catch(cannotBeLoaded);
  const language = readNet(code, traineddata, int8);
  const net = await createLineNet(language.model).catch(cannotBeLoaded);
  return {
    read: (lines) => readLines(language, net, lines),
    knows: (word) => language.words?.holds(word) ?? false,
    close: () => net.close(),
  };
}

function readNet(code: string, traineddata: Uint8Array, int8: boolean): LanguageNet {
  try {
    return readLanguageNet(traineddata, int8);
  } catch (cause) {
    if (!(cause instanceof EngineError)) throw cause;
    throw new EngineError('unavailable', `The language data "${code}" cannot be used: ${cause.message}.`, cause);
  }
}

async function readLines(
  { model, alphabet, nullCode }: LanguageNet,
  net: LineNet,
  lines: readonly GreyImage[],
): Promise<ReadSign[][]> {
  const pictures = lines.map((line) => (isLine(line, model) ? prepareLine(line, model.height) : null));
  const read: ReadSign[][] = lines.map(() => []);
  for (const { places, width } of makeBatches(pictures)) {
    const answers = await net.run(
      places.map((place) => pictures[place] as LinePicture),
      width,
    );
    for (const [i, place] of places.entries()) {
      const answer = answers[i];
      const picture = pictures[place] as LinePicture;
      const signs = answer === undefined ? [] : decodeSigns(answer, alphabet, nullCode);
      read[place] = dropBare(signs, picture, model).map((sign) => placeSign(sign, lines[place] as GreyImage, model));
    }
  }
  return read;
}

/** Converts a character's position to pixels of the line's own picture. */
function placeSign(sign: ColumnSign, { width, height }: GreyImage, model: LineModel): ReadSign {
  const scale = (model.pixelsPerColumn * height) / model.height;
  return { ...sign, start: sign.start * scale, end: Math.min(width, sign.end * scale) };
}

function isLine({ width, height }: GreyImage, model: LineModel): boolean {
  return height > 1 && width <= height * LENGTH_MAX && width * model.height >= height * model.pixelsPerColumn;
}
