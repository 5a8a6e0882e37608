import { readLetters } from './letters.ts';

/** Georgian after its national system of 2002 (BGN/PCGN 2009), without the marks of the ejectives. */
const LETTERS = readLetters(`
  ა a  ბ b  გ g  დ d  ე e  ვ v  ზ z  თ t  ი i  კ k  ლ l  მ m  ნ n  ო o  პ p  ჟ zh  რ r  ს s  ტ t  უ u  ფ p  ქ k
  ღ gh  ყ q  შ sh  ჩ ch  ც ts  ძ dz  წ ts  ჭ ch  ხ kh  ჯ j  ჰ h  ჱ e  ჲ y  ჳ u  ჴ q  ჵ o  ჶ f`);

/** Returns a word in Georgian letters as Latin words, also without the i that Georgian adds to foreign names. */
export function romaniseGeorgian(written: string): string[][] {
  const text = written.toLowerCase().replace(/[^a-z0-9]/gu, (letter) => LETTERS[letter] ?? '');
  return /[^aeiou]i$/.test(text) && text.length > 3 ? [[text], [text.slice(0, -1)]] : [[text]];
}
