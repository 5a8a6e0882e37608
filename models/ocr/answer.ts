import type { RasterImage, TextLine, TextWord } from '../ports.ts';
import { isBoxOn, isListOf, isRecord, isShare, isText, isTurn, turnedSize } from '../runtime/answers.ts';
import type { ReadOutput } from './options.ts';
import type { TurnedLines } from './orientation.ts';

/** Of one page: the smallest print that is read fills a picture of the working size with some 100,000 signs. */
const PAGE_CHARS_MAX = 200_000;

/** Whether this can be the text of `image`, and what has read it. */
export function isReadOutput(image: RasterImage): (answer: unknown) => answer is ReadOutput {
  const isOutput = isTextOutput(image);
  return (answer): answer is ReadOutput =>
    isOutput(answer) && ['native', 'wasm'].includes((answer as Partial<ReadOutput>).by as string);
}

/** Whether this can be the text of `image`. */
export function isTextOutput(image: RasterImage): (answer: unknown) => answer is TurnedLines {
  return (answer): answer is TurnedLines => {
    if (!isRecord(answer) || !isTurn(answer['turn'])) return false;
    const isBox = isBoxOn(turnedSize(image, answer['turn']));
    const isPiece = (value: unknown): value is Record<string, unknown> & { text: string } =>
      isRecord(value) && isText(value['text'], PAGE_CHARS_MAX) && isShare(value['confidence']) && isBox(value['box']);
    const isWord = (value: unknown): value is TextWord & Record<string, unknown> => isPiece(value);
    const isLine = (value: unknown): value is TextLine & Record<string, unknown> =>
      isPiece(value) && isListOf(value['words'], PAGE_CHARS_MAX, isWord);
    const { lines } = answer;
    return isListOf(lines, PAGE_CHARS_MAX, isLine) && charsOf(lines) <= PAGE_CHARS_MAX;
  };
}

const charsOf = (lines: readonly TextLine[]): number => lines.reduce((sum, { text }) => sum + text.length, 0);
