import { CERTAINTY_OFFSET, isNumber, WORD_RATIO } from './numerals.ts';
import type { ReadSign } from './reader.ts';

/** Of tesseract's `linerec.cpp` (`kCertaintyScale`) and `resultiterator.cpp`: what a certainty counts, in percent. */
const PERCENT_PER_CERTAINTY = 7 * 5;

/**
 * How sure a word is, 0..1, as tesseract tells it (its 0..100): by its least sure sign, on a scale that falls steeply. A word of
 * which the net is wholly sure gets 0.93, a number 0.97. Tesseract is as sure of words of its lists as of numbers; the lists
 * are not asked here.
 */
export function wordConfidence(signs: readonly Pick<ReadSign, 'text' | 'probability'>[]): number {
  const least = signs.reduce((min, { probability }) => Math.min(min, probability), 1);
  const ratio = isNumber(signs.map(({ text }) => text).join('')) ? 1 : WORD_RATIO;
  const certainty = (Math.log(least) + CERTAINTY_OFFSET) * ratio;
  return Math.min(1, Math.max(0, 1 + (PERCENT_PER_CERTAINTY * certainty) / 100));
}
