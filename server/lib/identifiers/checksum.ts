/** Check digit systems that many numbers share. Each function takes the whole number, including check characters, already cleaned. */

const BASE36 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Returns a digit or letter as a number: 0-9, A = 10 .. Z = 35; -1 for anything else. */
export function characterValue(character: string): number {
  return BASE36.indexOf(character);
}

/** Returns the sum of the characters' values, each times its weight; characters without a weight do not count. */
export function weightedSum(text: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * characterValue(text[index] ?? '0'), 0);
}

/** Luhn's formula (ISO/IEC 7812-1, annex B). */
export function luhn(text: string): boolean {
  const sum = [...text].reduceRight((total, character, index) => {
    const doubled = Number(character) * ((text.length - index) % 2 === 0 ? 2 : 1);
    return total + Math.floor(doubled / 10) + (doubled % 10);
  }, 0);
  return text !== '' && sum % 10 === 0;
}

/** ISO/IEC 7064 MOD 11-2: digits, and X as a check character (ISNI, ORCID). The characters, weighted by powers of 2, sum to 1. */
export function mod11Radix2(text: string): boolean {
  const sum = [...text].reduce(
    (total, character) => (total * 2 + (character === 'X' ? 10 : Number(character))) % 11,
    0,
  );
  return /^\d+[\dX]$/.test(text) && sum === 1;
}

/** Returns the remainder of a number of any length by 97; letters are 10 to 35. */
export function remainderBy97(text: string): number {
  let remainder = 0;
  for (const character of text) {
    const value = characterValue(character);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}

/** ISO/IEC 7064 MOD 97-10: two check digits (LEI, IBAN, creditor references). */
export function mod97Radix10(text: string): boolean {
  return /^[\dA-Z]+\d\d$/.test(text) && remainderBy97(text) === 1;
}
