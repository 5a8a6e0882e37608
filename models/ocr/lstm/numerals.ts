/**
 * Tesseract's weights of certainties, natural logarithms (`lstmrecognizer.cpp`, `kDictRatio` and `kCertOffset`): the
 * factor for words on none of its lists, and an offset for all.
 */
export const WORD_RATIO = 2.25;
export const CERTAINTY_OFFSET = -0.085;

const NUMBER = /^\d+(?:[.,:/-]\d+)*$/;

/** Returns whether a word is a number or a date in digits: the one kind of words that is recognised here as by Tesseract's lists. */
export function isNumber(text: string): boolean {
  return NUMBER.test(text);
}

export function isFigure(sign: string): boolean {
  return sign.length === 1 && sign >= '0' && sign <= '9';
}

/** Returns whether a character may be between the digits of a number. */
export function isSeparator(sign: string): boolean {
  return sign.length === 1 && '.,:/-'.includes(sign);
}
