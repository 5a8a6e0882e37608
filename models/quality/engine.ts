import type { CutText, EdgeSide, QualityEngine, QualityMeasures, TextMeasures } from '../ports.ts';
import { isCount, isRecord, isShare, isWithin } from '../runtime/answers.ts';
import { ownedRaster } from '../runtime/owned.ts';
import type { WorkerPool } from '../runtime/pool.ts';

/** Measures of a picture's quality, in the same workers as the image engine's, each call within `timeoutMs`. */
export function createQualityEngine(pool: WorkerPool, timeoutMs: number): QualityEngine {
  return {
    measure: (image, options = { cutText: true }) => {
      const { input, transfer } = ownedRaster(image);
      const call = { timeoutMs, transfer, isAnswer: isQualityMeasures };
      return pool.call('measure', { image: input, options }, call);
    },
    measureText: (image, words, { glare }) => {
      const { input, transfer } = ownedRaster(image);
      // A verification that waits for it has all else, and it takes less time than the decoding of the pictures that wait.
      const call = { timeoutMs, transfer, isAnswer: isTextMeasuresOrNull, goesFirst: true };
      return pool.call('measureText', { image: input, words, glare }, call);
    },
  };
}

const SIDES: readonly unknown[] = [null, 'left', 'top', 'right', 'bottom'] satisfies (EdgeSide | null)[];
const GREY_MAX = 255;

function isQualityMeasures(answer: unknown): answer is QualityMeasures {
  if (!isRecord(answer)) return false;
  const { sharpness, brightness, glareShare, darkest, lightest, cutText } = answer;
  if (!isWithin(sharpness, 0) || !isWithin(brightness, 0, GREY_MAX) || !isShare(glareShare)) return false;
  if (lightest !== undefined && !isWithin(lightest, 0, GREY_MAX)) return false;
  return (darkest === undefined || isWithin(darkest, 0, GREY_MAX)) && (cutText === undefined || isCutText(cutText));
}

function isCutText(value: unknown): value is CutText {
  return isRecord(value) && isCount(value['letters']) && SIDES.includes(value['side']);
}

function isTextMeasuresOrNull(answer: unknown): answer is TextMeasures | null {
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
