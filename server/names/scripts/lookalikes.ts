import { readLetters } from './letters.ts';

/** Cyrillic and Greek letters that look like a Latin one. */
const LOOKALIKES = readLetters(`
  А a  а a  В b  Е e  е e  К k  к k  М m  Н h  О o  о o  Р p  р p  С c  с c  Т t  У y  у y  Х x  х x  І i  і i  Ј j  ј j  Ѕ s
  ѕ s  һ h  ԁ d  ԛ q  ԝ w  Α a  Β b  Ε e  Ζ z  Η h  Ι i  Κ k  Μ m  Ν n  Ο o  ο o  Ρ p  Τ t  Υ y  Χ x  ν v  ι i  α a`);

/**
 * Returns a word that mixes Latin letters with lookalikes, with the lookalikes replaced by Latin ones, and any other word
 * unchanged. Such words are slips or disguise (Unicode TR39, confusables).
 */
export function replaceLookalikes(word: string): string {
  if (!/\p{Script=Latin}/u.test(word) || !/[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word)) return word;
  const plain = [...word].map((letter) => LOOKALIKES[letter] ?? letter).join('');
  return /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(plain) ? word : plain;
}
