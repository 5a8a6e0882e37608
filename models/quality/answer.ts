import type { CutText, EdgeSide, QualityMeasures, TextMeasures } from '../ports.ts';
import { isCount, isRecord, isShare, isWithin } from '../runtime/answers.ts';

const SIDES: readonly unknown[] = [null, 'left', 'top', 'right', 'bottom'] satisfies (EdgeSide | null)[];
const GREY_MAX = 255;

export function isQualityMeasures(answer: unknown): answer is QualityMeasures {
  if (!isRecord(answer)) return false;
  const { sharpness, brightness, glareShare, darkest, lightest, cutText } = answer;
  if (!isWithin(sharpness, 0) || !isWithin(brightness, 0, GREY_MAX) || !isShare(glareShare)) return false;
  if (lightest !== undefined && !isWithin(lightest, 0, GREY_MAX)) return false;
  return (darkest === undefined || isWithin(darkest, 0, GREY_MAX)) && (cutText === undefined || isCutText(cutText));
}

function isCutText(value: unknown): value is CutText {
  return isRecord(value) && isCount(value['letters']) && SIDES.includes(value['side']);
}

export function isTextMeasuresOrNull(answer: unknown): answer is TextMeasures | null {
  if (answer === null) return true;
  if (!isRecord(answer)) return false;
  const { words, letterHeight, blur, ground, glareShare } = answer;
  return (
    isCount(words) &&
    isWithin(letterHeight, 0) &&
    isWithin(blur, 0) &&
    isWithin(ground, 0, GREY_MAX) &&
    isShare(glareShare)
  );
}
