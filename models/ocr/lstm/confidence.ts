import { CERTAINTY_OFFSET, isNumber, WORD_RATIO } from './numerals.ts';
import type { ReadSign } from './reader.ts';

/** From Tesseract's `linerec.cpp` (`kCertaintyScale`) and `resultiterator.cpp`: the value of a certainty, in percent. */
const PERCENT_PER_CERTAINTY = 7 * 5;

/**
 * Returns the confidence of a word, 0..1, as Tesseract computes it (its 0..100): from its least certain character, on a
 * scale that falls steeply. A word of which the net is fully certain gets 0.93, a number 0.97. Tesseract gives words on
 * its lists the confidence of numbers; the lists are not used here.
 */
export function wordConfidence(signs: readonly Pick<ReadSign, 'text' | 'probability'>[]): number {
  const least = signs.reduce((min, { probability }) => Math.min(min, probability), 1);
  const ratio = isNumber(signs.map(({ text }) => text).join('')) ? 1 : WORD_RATIO;
  const certainty = (Math.log(least) + CERTAINTY_OFFSET) * ratio;
  return Math.min(1, Math.max(0, 1 + (PERCENT_PER_CERTAINTY * certainty) / 100));
}
