import type { CutText, EdgeSide, QualityMeasures } from '../ports.ts';
import { isCount, isRecord, isShare, isWithin } from '../runtime/answers.ts';

const SIDES: readonly unknown[] = [null, 'left', 'top', 'right', 'bottom'] satisfies (EdgeSide | null)[];
const GREY_MAX = 255;

export function isQualityMeasures(answer: unknown): answer is QualityMeasures {
  if (!isRecord(answer)) return false;
  const { sharpness, brightness, glareShare, darkest, cutText } = answer;
  if (!isWithin(sharpness, 0) || !isWithin(brightness, 0, GREY_MAX) || !isShare(glareShare)) return false;
  return (darkest === undefined || isWithin(darkest, 0, GREY_MAX)) && (cutText === undefined || isCutText(cutText));
}

function isCutText(value: unknown): value is CutText {
  return isRecord(value) && isCount(value['letters']) && SIDES.includes(value['side']);
}
