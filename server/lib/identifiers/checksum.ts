/** Check digit systems that many numbers share. Each takes the whole number, check characters included, already cleaned. */

const BASE36 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** A digit or letter as a number: 0-9, A = 10 .. Z = 35; -1 for anything else. */
export function characterValue(character: string): number {
  return BASE36.indexOf(character);
}

/** The sum of the characters' values, each times its weight; characters without a weight count nothing. */
export function weightedSum(text: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * characterValue(text[index] ?? '0'), 0);
}

/**
 * Luhn's formula (ISO/IEC 7812-1, annex B), and its generalisation to another alphabet of even length (hexadecimal for
 * MEID, 3GPP2 S.R0048).
 */
export function luhn(text: string, alphabet = '0123456789'): boolean {
  const base = alphabet.length;
  const sum = [...text].reduceRight((total, character, index) => {
    const doubled = alphabet.indexOf(character) * ((text.length - index) % 2 === 0 ? 2 : 1);
    return total + Math.floor(doubled / base) + (doubled % base);
  }, 0);
  return text !== '' && sum % base === 0;
}

const DIHEDRAL = Array.from({ length: 10 }, (_, a) => Array.from({ length: 10 }, (_, b) => dihedral(a, b)));
const VERHOEFF_STEP = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];

/** The product of two elements of the group of a pentagon's symmetries: 0-4 turn it, 5-9 flip it. */
function dihedral(a: number, b: number): number {
  const turn = a < 5 ? (a % 5) + (b % 5) : (a % 5) - (b % 5) + 5;
  return (turn % 5) + (a < 5 === b < 5 ? 0 : 5);
}

/** Verhoeff's formula (J. Verhoeff, Error Detecting Decimal Codes, Mathematical Centre Tracts 29, 1969). */
export function verhoeff(text: string): boolean {
  const check = [...text].reverse().reduce((sum, character, index) => {
    let digit = Number(character);
    for (let step = index % 8; step > 0; step--) digit = VERHOEFF_STEP[digit] ?? 0;
    return DIHEDRAL[sum]?.[digit] ?? 0;
  }, 0);
  return text !== '' && check === 0;
}

/** H. M. Damm's quasigroup of order 10 (Total anti-symmetrische Quasigruppen, Marburg 2004). */
const DAMM = [
  '0317598642',
  '7092154863',
  '4206871359',
  '1750983426',
  '6123045978',
  '3674209581',
  '5869720134',
  '8945362017',
  '9438617205',
  '2581436790',
];

export function damm(text: string): boolean {
  return text !== '' && [...text].reduce((row, digit) => Number(DAMM[row]?.[Number(digit)]), 0) === 0;
}

/** The carry table of modulo 10 recursive (Swiss payment slips, ESR): the last digit is (10 - carry) mod 10. */
export function modulo10Recursive(text: string): boolean {
  const carry = [...text.slice(0, -1)].reduce((sum, digit) => Number('0946827135'[(sum + Number(digit)) % 10]), 0);
  return (10 - carry) % 10 === Number(text.at(-1));
}
