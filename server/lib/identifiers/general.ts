import { damm, luhn, verhoeff, weightedSum } from './checksum.ts';
import { mod11And10, mod11Radix2, mod37And36, mod37Radix2, mod97Radix10 } from './iso7064.ts';
import type { SchemeTable } from './scheme.ts';

/** Check digits of a ship, IMO Assembly resolution A.1117(30): weights 7 to 2, the sum's last digit. */
function isShip(number: string): boolean {
  return weightedSum(number, [7, 6, 5, 4, 3, 2]) % 10 === Number(number[6]);
}

/** Those of a company or registered owner, IMO circular letter 2554: weights 8, 6, 4, 2, 9, 7, modulo 11. */
function isShipOwner(number: string): boolean {
  return (11 - (weightedSum(number, [8, 6, 4, 2, 9, 7]) % 11)) % 10 === Number(number[6]);
}

/** Numbers that know no country, and the bare check digit systems. */
export const GENERAL: SchemeTable = {
  imo: {
    source: 'IMO ship number and IMO company number. Lists lose leading zeros, which company numbers have two of.',
    prefix: /^IMO(?:NO|NUMBER)?/,
    padTo: 7,
    form: /^(?=.*[1-9])\d{7}$/,
    check: (number) => !number.startsWith('000') && (isShip(number) || isShipOwner(number)),
  },
  mmsi: {
    source: 'Maritime Mobile Service Identity, ITU-R M.585: ships by country code, and the prefixed other stations.',
    prefix: /^MMSI/,
    form: /^(?:[2-7]\d{8}|8[2-7]\d{7}|0[2-7]\d{7}|00[2-7]\d{6}|111[2-7]\d{5}|9[89][2-7]\d{6}|97[024]\d{6})$/,
  },
  duns: { source: 'D-U-N-S, Dun & Bradstreet: nine digits, without a check digit since 2006.', form: /^\d{9}$/ },
  uei: {
    source: 'Unique Entity Identifier of SAM.gov: 12 letters and digits without O and I, not beginning with 0.',
    form: /^(?!\d{9})[1-9A-HJ-NP-Z][0-9A-HJ-NP-Z]{11}$/,
  },
  wikidataqid: { source: 'An item of Wikidata.', separators: /\s/g, form: /^Q[1-9]\d*$/ },
  npi: {
    source: 'US National Provider Identifier, 45 CFR 162.406: Luhn over 80840 and the number, ISO/IEC 7812.',
    separators: /[\s-]/g,
    prefix: /^80840(?=\d{10}$)/,
    form: /^[12]\d{9}$/,
    check: (number) => luhn(`80840${number}`),
  },
  casrn: {
    source: 'CAS Registry Number: the digits, counted from the right, times their place, modulo 10.',
    separators: /[\s-]/g,
    written: /^\d+\s*-?\s*\d\d\s*-?\s*\d$/,
    form: /^[1-9]\d{4,9}$/,
    check: (number) =>
      [...number].reverse().reduce((sum, digit, place) => sum + place * Number(digit), 0) % 10 ===
      Number(number.at(-1)),
  },
  luhn: { source: 'Luhn, ISO/IEC 7812-1.', separators: /[\s-]/g, form: /^\d+$/, check: (text) => luhn(text) },
  verhoeff: { source: 'Verhoeff 1969.', separators: /[\s-]/g, form: /^\d+$/, check: verhoeff },
  damm: { source: 'Damm 2004.', separators: /[\s-]/g, form: /^\d+$/, check: damm },
  'iso7064.mod_11_2': { source: 'ISO/IEC 7064 MOD 11-2.', form: /./, check: mod11Radix2 },
  'iso7064.mod_37_2': { source: 'ISO/IEC 7064 MOD 37-2.', form: /./, check: mod37Radix2 },
  'iso7064.mod_97_10': { source: 'ISO/IEC 7064 MOD 97-10.', form: /./, check: mod97Radix10 },
  'iso7064.mod_11_10': { source: 'ISO/IEC 7064 MOD 11,10.', form: /./, check: mod11And10 },
  'iso7064.mod_37_36': { source: 'ISO/IEC 7064 MOD 37,36.', form: /./, check: mod37And36 },
};
