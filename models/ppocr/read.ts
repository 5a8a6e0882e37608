import { turnImage } from '../image/turn.ts';
import { insideOf, turnQuad } from '../ocr/omit.ts';
import type { TurnedLines } from '../ocr/orientation.ts';
import { lineOf } from '../ocr/page.ts';
import { EngineError, type RasterImage, type TextLine } from '../ports.ts';
import { findRows, inChannels } from './detect.ts';
import { findInk } from './gaps.ts';
import type { PpocrNets } from './nets.ts';
import type { PpocrInput } from './options.ts';
import { decodeRow } from './signs.ts';
import { boxOfPart, cutStrip, type Strip } from './strip.ts';
import { wordsOfStrip } from './words.ts';

/** The height of the recogniser's strips, in pixels, and its pixels per step of the answer. */
const HEIGHT = 48;
const STEP_PIXELS = 8;
/** Pictures are padded to a multiple of this width, so that the net sees few sizes. */
const WIDTH_STEP = 32;
/** A row is at most this many times as wide as high: a longer one is compressed. */
const LENGTH_MAX = 40;
/** Anything with less confidence is noise. */
const CONFIDENCE_MIN = 0.3;

/** Turns a page and reads it. Throws `EngineError`: `bad_input`, or `crashed` if a net fails. */
export async function readPage({ image, turn, omitted }: PpocrInput, nets: PpocrNets): Promise<TurnedLines> {
  if (image.pixels.length !== image.width * image.height * 3)
    throw new EngineError('bad_input', 'The picture does not contain the pixels that it declares.');
  const upright = await turnImage(image, turn);
  const left = omitted.map((quad) => turnQuad(quad, image, turn));
  const isOmitted = insideOf(left, { scale: 1 });
  const strips = (await findRows(upright, nets.detect)).filter(({ centre: { x, y } }) => {
    return !isOmitted({ left: x, right: x - 1, top: y, bottom: y - 1 });
  });
  const lines: TextLine[] = [];
  for (const strip of inOrder(strips)) lines.push(...(await readStrip(upright, strip, nets)));
  return { lines, turn };
}

/** From top to bottom. */
function inOrder(strips: readonly Strip[]): Strip[] {
  return strips.toSorted((a, b) => a.centre.y - b.centre.y);
}

/** Returns a line for each column of the strip. */
async function readStrip(image: RasterImage, strip: Strip, { recognise, signs }: PpocrNets): Promise<TextLine[]> {
  const along = Math.min(LENGTH_MAX, strip.width / strip.height) * HEIGHT;
  const width = Math.max(1, Math.round(along / WIDTH_STEP)) * WIDTH_STEP;
  const picture = cutStrip(image, strip, width, HEIGHT);
  const chances = await recognise(
    inChannels(picture.pixels, (value) => value / 127.5 - 1),
    width,
    HEIGHT,
  );
  const columns = wordsOfStrip(decodeRow(chances, signs), findInk(picture), STEP_PIXELS);
  return columns.flatMap((column) => {
    const words = column.flatMap(({ text, confidence, from, to, top, bottom }) => {
      if (confidence < CONFIDENCE_MIN) return [];
      const part = { from: from / width, to: to / width, top: top / HEIGHT, bottom: bottom / HEIGHT };
      return [{ text, confidence, box: boxOfPart(strip, part, image) }];
    });
    return words.length === 0 ? [] : [lineOf(words)];
  });
}
