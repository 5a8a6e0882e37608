import type { PdfHeader, PdfText, PdfTextLimits } from '../ports.ts';
import { isCount, isListOf, isRecord, isText } from '../runtime/answers.ts';

/** Blanks between the pieces of a row come to its letters: never more of them than letters. */
const WITH_BLANKS = 2;

export function isPdfHeader(answer: unknown): answer is PdfHeader {
  return isRecord(answer) && isCount(answer['pageCount']) && typeof answer['encrypted'] === 'boolean';
}

/** Whether this can be text that was taken within `limits`. */
export function isPdfTextWithin({ pagesMax, charsMax }: PdfTextLimits): (answer: unknown) => answer is PdfText {
  const isLine = (value: unknown): value is string => isText(value, WITH_BLANKS * charsMax);
  const isPage = (value: unknown): value is PdfText['pages'][number] =>
    isRecord(value) && isListOf(value['lines'], charsMax, isLine);
  return (answer): answer is PdfText => {
    if (!isRecord(answer) || !isCount(answer['pageCount'])) return false;
    const { pages, pageCount } = answer;
    if (!isListOf(pages, Math.min(pageCount, pagesMax), isPage)) return false;
    const chars = pages.flatMap(({ lines }) => lines).reduce((sum, line) => sum + line.length, 0);
    return chars <= WITH_BLANKS * charsMax;
  };
}
