import type { FaceNetsChoice } from './nets.ts';
import { RECOGNITIONS } from './recognition.ts';

/** The precision of the calibration. */
const DECIMALS = 10_000;

/**
 * Returns the probability that two embeddings by the nets of `choice` are of one person, 0..1, at prior odds of one to one; in steps of 0.0001.
 * Throws as `cosineOf` does. `recognition.ts` describes the fit. For the shipped nets, over all pairs of Labeled Faces in the Wild:
 *
 *   cosine            0.70     0.7345   0.75     0.76     0.77     0.78     0.79     0.8152   0.83
 *   score             0.02     0.20     0.44     0.62     0.78     0.88     0.94     0.99     0.997
 *   true pairs from   99.7 %   99.7 %   99.7 %   99.7 %   99.7 %   98.3 %   98.3 %   94.7 %   90.7 %
 *   false pairs from  3.8 %    0.89 %   0.41 %   0.23 %   0.13 %   0.07 %   0.04 %   0.004 %  0.001 %
 */
export function compareFaces(a: ArrayLike<number>, b: ArrayLike<number>, choice: FaceNetsChoice): number {
  const { slope, midpoint } = RECOGNITIONS[choice];
  const probability = 1 / (1 + Math.exp(-slope * (cosineOf(a, b) - midpoint)));
  return Math.round(probability * DECIMALS) / DECIMALS;
}

/**
 * Returns the cosine of two embeddings, 0 (nothing in common, or less) to 1 (the same). Throws `RangeError` if they are
 * empty, of unequal length or without direction, because embeddings of two models must not be compared.
 */
export function cosineOf(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length === 0 || a.length !== b.length) throw new RangeError('embeddings must have one and the same length');
  let dot = 0;
  let squaresA = 0;
  let squaresB = 0;
  for (let i = 0; i < a.length; i++) {
    const x = a[i] ?? 0;
    const y = b[i] ?? 0;
    dot += x * y;
    squaresA += x * x;
    squaresB += y * y;
  }
  const cosine = dot / Math.sqrt(squaresA * squaresB);
  if (!Number.isFinite(cosine)) throw new RangeError('an embedding has no direction');
  return Math.min(1, Math.max(0, cosine));
}
