import { characterValue } from './checksum.ts';

/**
 * The check character systems of ISO/IEC 7064:2003. Each takes the whole number with its check character (or two), already
 * cleaned and in capitals, and is true where it is right.
 */

/**
 * A pure system with one check character: the characters, weighted by powers of the radix, sum to 1. `alphabet` holds the
 * characters by their values; its last may stand in the check place only (X of MOD 11-2, * of MOD 37-2).
 */
function pure(text: string, modulus: number, alphabet: string): boolean {
  const sum = [...text].reduce((total, character) => (total * 2 + alphabet.indexOf(character)) % modulus, 0);
  return text !== '' && sum === 1;
}

/** MOD 11-2: digits, and X as a check character (ISNI, ORCID, the Chinese resident's number). */
export function mod11Radix2(text: string): boolean {
  return /^\d+[\dX]$/.test(text) && pure(text, 11, '0123456789X');
}

/** MOD 37-2: digits and letters, and * as a check character (blood donations, ISBT 128). */
export function mod37Radix2(text: string): boolean {
  return /^[\dA-Z]+[\dA-Z*]$/.test(text) && pure(text, 37, '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*');
}

/** The remainder of a number of any length by 97, letters standing for 10 to 35. */
export function remainderBy97(text: string): number {
  let remainder = 0;
  for (const character of text) {
    const value = characterValue(character);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}

/** MOD 97-10: two check digits (LEI, IBAN, creditor references). */
export function mod97Radix10(text: string): boolean {
  return /^[\dA-Z]+\d\d$/.test(text) && remainderBy97(text) === 1;
}

/** A hybrid system MOD m+1,m over an alphabet of m characters. */
export function hybrid(text: string, alphabet: string): boolean {
  const size = alphabet.length;
  if (text.length < 2 || [...text].some((character) => !alphabet.includes(character))) return false;
  let product = size;
  for (const character of text.slice(0, -1)) {
    product = (((product + alphabet.indexOf(character)) % size || size) * 2) % (size + 1);
  }
  return (product + alphabet.indexOf(text.at(-1) ?? '')) % size === 1;
}

/** MOD 11,10 over digits (German and Croatian tax numbers). */
export function mod11And10(text: string): boolean {
  return hybrid(text, '0123456789');
}

/** MOD 37,36 over digits and letters (GRid, ISAN). */
export function mod37And36(text: string): boolean {
  return hybrid(text, '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ');
}
