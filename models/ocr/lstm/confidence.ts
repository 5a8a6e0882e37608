import type { ReadSign } from './reader.ts';

/** Tesseract's `linerec.cpp`, `lstmrecognizer.cpp` and `recodebeam.cpp`: what a logarithm counts in percent of a word's confidence. */
const PERCENT_PER_CERTAINTY = 5;
const CERTAINTY_SCALE = 7;
const WORD_LIST_RATIO = 2.25;
const CERTAINTY_OFFSET = -0.085;

/**
 * How sure a word is, 0..1, as tesseract without word lists tells it (its 0..100): by its least sure sign, on a scale that falls
 * steeply. A word of which the net is wholly sure gets 0.93.
 */
export function wordConfidence(signs: readonly Pick<ReadSign, 'probability'>[]): number {
  const least = signs.reduce((min, { probability }) => Math.min(min, probability), 1);
  const certainty = (Math.log(least) + CERTAINTY_OFFSET) * WORD_LIST_RATIO * CERTAINTY_SCALE;
  return Math.min(1, Math.max(0, 1 + (PERCENT_PER_CERTAINTY * certainty) / 100));
}
