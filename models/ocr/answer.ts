import { z } from 'zod';
import type { RasterImage, TextLine } from '../ports.ts';
import { accepting, BOX, SHARE, TURN, touches, turnedSize } from '../runtime/answers.ts';
import type { ReadOutput } from './options.ts';
import type { TurnedLines } from './orientation.ts';

/** The limit for one page: the smallest readable print fills a picture of the working size with about 100,000 characters. */
const PAGE_CHARS_MAX = 200_000;

const PIECE = z.object({ text: z.string().max(PAGE_CHARS_MAX), confidence: SHARE, box: BOX });
const LINE = PIECE.extend({ words: z.array(PIECE).max(PAGE_CHARS_MAX) });
const TEXT = z.object({ lines: z.array(LINE).max(PAGE_CHARS_MAX), turn: TURN });
const READ = TEXT.extend({ by: z.enum(['native', 'wasm']) });

/** Returns whether this can be the text of `image`, and what read it. */
export const isReadOutput = (image: RasterImage) => accepting<ReadOutput>(READ, (text) => liesOn(image, text));

/** Returns whether this can be the text of `image`. */
export const isTextOutput = (image: RasterImage) => accepting<TurnedLines>(TEXT, (text) => liesOn(image, text));

function liesOn(image: RasterImage, { lines, turn }: TurnedLines): boolean {
  const size = turnedSize(image, turn);
  const isOn = ({ box, words }: TextLine): boolean => [{ box }, ...words].every((piece) => touches(size, piece.box));
  return lines.every(isOn) && lines.reduce((sum, { text }) => sum + text.length, 0) <= PAGE_CHARS_MAX;
}
