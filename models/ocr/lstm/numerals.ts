/**
 * How tesseract weighs certainties, natural logarithms (`lstmrecognizer.cpp`, `kDictRatio` and `kCertOffset`): those of words that are on
 * none of its lists count so many times, and something is taken off of all.
 */
export const WORD_RATIO = 2.25;
export const CERTAINTY_OFFSET = -0.085;

const NUMBER = /^\d+(?:[.,:/-]\d+)*$/;

/** Whether a word is a number or a date in figures: the one kind of words that is known here as tesseract's lists know it. */
export function isNumber(text: string): boolean {
  return NUMBER.test(text);
}

export function isFigure(sign: string): boolean {
  return sign.length === 1 && sign >= '0' && sign <= '9';
}

/** Whether a sign may stand between the figures of a number. */
export function isSeparator(sign: string): boolean {
  return sign.length === 1 && '.,:/-'.includes(sign);
}
