import { z } from 'zod';
import type { QualityEngine, QualityMeasures, TextMeasures } from '../ports.ts';
import { accepting, COUNT, POSITIVE, SHARE } from '../runtime/answers.ts';
import { ownedRaster } from '../runtime/owned.ts';
import type { WorkerPool } from '../runtime/pool.ts';

/** Measures a picture's quality, in the same workers as the image engine, each call within `timeoutMs`. */
export function createQualityEngine(pool: WorkerPool, timeoutMs: number): QualityEngine {
  return {
    measure: (image, options = { cutText: true }) => {
      const { input, transfer } = ownedRaster(image);
      const call = { timeoutMs, transfer, isAnswer: isQualityMeasures };
      return pool.call('measure', { image: input, options }, call);
    },
    measureText: (image, words, { glare }) => {
      const { input, transfer } = ownedRaster(image);
      // It goes first: the verification that waits for it has everything else, and it takes less time than decoding the waiting pictures.
      const call = { timeoutMs, transfer, isAnswer: isTextMeasuresOrNull, goesFirst: true };
      return pool.call('measureText', { image: input, words, glare }, call);
    },
  };
}

const GREY = POSITIVE.max(255);

const isQualityMeasures = accepting<QualityMeasures>(
  z.object({
    sharpness: POSITIVE,
    brightness: GREY,
    glareShare: SHARE,
    darkest: GREY.optional(),
    lightest: GREY.optional(),
    cutText: z.object({ letters: COUNT, side: z.enum(['left', 'top', 'right', 'bottom']).nullable() }).optional(),
  }),
);

const isTextMeasuresOrNull = accepting<TextMeasures | null>(
  z.object({ words: COUNT, letterHeight: POSITIVE, blur: POSITIVE, ground: GREY, glareShare: SHARE }).nullable(),
);
