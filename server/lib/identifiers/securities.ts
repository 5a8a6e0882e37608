import { characterValue, luhn, weightedSum } from './checksum.ts';
import { isCountry } from './countries.ts';
import { hybrid, mod97Radix10 } from './iso7064.ts';
import type { SchemeTable } from './scheme.ts';

/** Prefixes of ISIN that are no country: clearing systems, the EU, former countries, substitute agencies (ISO 6166, annex). */
const ISIN_PREFIXES = new Set('AN CS DD EU EZ QS QT QW QY SU XA XB XC XD XF XK XS XT XX YU ZZ'.split(' '));
/** FIGI's prefixes that would look like an ISIN's. */
const FIGI_REFUSED = /^(?:BS|BM|GG|GB|GH|KY|VG)/;
const CONSONANTS = 'BCDFGHJKLMNPQRSTVWXZ';

/** Every second character doubled, the digits of all values summed: CUSIP and FIGI, letters from A = 10. */
function doubleAdd(text: string, specials = ''): boolean {
  const sum = [...text.slice(0, -1)].reduce((total, character, index) => {
    const plain = specials.includes(character) ? 36 + specials.indexOf(character) : characterValue(character);
    const value = index % 2 === 1 ? plain * 2 : plain;
    return total + Math.floor(value / 10) + (value % 10);
  }, 0);
  return (10 - (sum % 10)) % 10 === Number(text.at(-1));
}

function isIsin(text: string): boolean {
  const prefix = text.slice(0, 2);
  const digits = [...text].map((character) => characterValue(character)).join('');
  return (isCountry(prefix) || (ISIN_PREFIXES.has(prefix) && prefix !== 'XX')) && luhn(digits);
}

/** Numbers of legal entities' securities, and the entities' own LEI. */
export const SECURITIES: SchemeTable = {
  lei: {
    source: 'Legal Entity Identifier, ISO 17442-1: 18 letters and digits, two check digits of ISO/IEC 7064 MOD 97-10.',
    form: /^[0-9A-Z]{18}\d\d$/,
    check: mod97Radix10,
  },
  isin: {
    source: 'International Securities Identification Number, ISO 6166: Luhn over the characters written as numbers.',
    separators: /[\s-]/g,
    form: /^[A-Z]{2}[0-9A-Z]{9}\d$/,
    check: isIsin,
  },
  cusip: {
    source: 'CUSIP, ANSI X9.6: modulus 10 double add double; * @ # count 36 to 38.',
    separators: /[\s-]/g,
    form: /^[0-9A-Z*@#]{8}\d$/,
    check: (text) => doubleAdd(text, '*@#'),
  },
  'gb.sedol': {
    source:
      'SEDOL, London Stock Exchange masterfile: weights 1, 3, 1, 7, 3, 9, 1; no vowels; old ones are digits only.',
    form: /^(?:[B-DF-HJ-NP-TV-Z][0-9B-DF-HJ-NP-TV-Z]{5}|\d{6})\d$/,
    check: (text) => weightedSum(text, [1, 3, 1, 7, 3, 9, 1]) % 10 === 0,
  },
  figi: {
    source: 'Financial Instrument Global Identifier, OMG FIGI 1.0 (ANSI X9.145): as CUSIP, G in the third place.',
    form: /^[B-DF-HJ-NP-TV-Z]{2}G[0-9B-DF-HJ-NP-TV-Z]{8}\d$/,
    check: (text) => !FIGI_REFUSED.test(text) && doubleAdd(text),
  },
  upi: {
    source:
      'Unique Product Identifier of derivatives, ISO 4914: QZ, then ISO/IEC 7064 hybrid over digits and consonants.',
    form: /^QZ[0-9B-DF-HJ-NP-TV-XZ]{10}$/,
    check: (text) => hybrid(text, `0123456789${CONSONANTS}`),
  },
  'de.wkn': {
    source: 'Wertpapierkennnummer, WM Datenservice: six letters and digits without I and O.',
    form: /^[0-9A-HJ-NP-Z]{6}$/,
  },
};
