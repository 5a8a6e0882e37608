import { weightedSum } from './checksum.ts';
import { isCountry } from './countries.ts';
import { mod11Radix2, mod37And36 } from './iso7064.ts';
import type { SchemeTable } from './scheme.ts';

/** GS1 General Specifications 7.9: weights 1 and 3 from the right, modulo 10. */
export function isGs1(text: string): boolean {
  const sum = [...text].reverse().reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

/** The old ten digits of ISO 2108, X for 10: weights 10 to 1, modulo 11. */
function isIsbn10(text: string): boolean {
  const check = text[9] === 'X' ? 10 : Number(text[9]);
  return (weightedSum(text, [10, 9, 8, 7, 6, 5, 4, 3, 2]) + check) % 11 === 0;
}

/** Check characters stand after 16 and after 24 characters, or are both left out. */
function isIsan(text: string): boolean {
  if (text.length === 17) return mod37And36(text);
  if (text.length !== 26) return true;
  return mod37And36(text.slice(0, 17)) && mod37And36(text.slice(0, 16) + text.slice(17));
}

/** Prefixes of ISRC beyond ISO 3166: the handbook's own. */
const ISRC_PREFIXES = new Set('BC BK BP BX CP CS DG FX GX KS QM QN QT QZ UK XK YU ZB'.split(' '));
/** Prefixes of ISIL that are no country. */
const ISIL_PREFIXES = new Set(['EUR', 'GTB', 'O', 'OCLC', 'ZDB']);

/** Goods, books, periodicals, music, films, libraries, and the people who made them. */
export const PUBLICATIONS: SchemeTable = {
  ean: { source: 'GTIN-8, 12, 13, 14, GS1.', form: /^(?:\d{8}|\d{12,14})$/, check: isGs1 },
  isbn: {
    source: 'International Standard Book Number, ISO 2108.',
    separators: /[\s-]/g,
    prefix: /^ISBN(?:1[03])?:?/,
    form: /^(?:\d{9}[\dX]|97[89]\d{10})$/,
    check: (text) => (text.length === 10 ? isIsbn10(text) : isGs1(text)),
  },
  issn: {
    source: 'International Standard Serial Number, ISO 3297: weights 8 to 2, modulo 11.',
    separators: /[\s-]/g,
    prefix: /^ISSN:?/,
    form: /^\d{7}[\dX]$/,
    check: (text) => (weightedSum(text, [8, 7, 6, 5, 4, 3, 2]) + (text[7] === 'X' ? 10 : Number(text[7]))) % 11 === 0,
  },
  ismn: {
    source: 'International Standard Music Number, ISO 10957; the old M stands for 979-0.',
    separators: /[\s-]/g,
    form: /^(?:9790\d{9}|M\d{9})$/,
    check: (text) => isGs1(text.replace('M', '9790')),
  },
  isni: {
    source: 'International Standard Name Identifier, ISO 27729 (ORCID too): ISO/IEC 7064 MOD 11-2.',
    separators: /[\s-]/g,
    prefix: /^(?:ISNI|ORCID):?/,
    form: /^\d{15}[\dX]$/,
    check: mod11Radix2,
  },
  isan: {
    source: 'International Standard Audiovisual Number, ISO 15706-1 and -2.',
    separators: /[\s-]/g,
    prefix: /^ISAN:?/,
    form: /^(?:[0-9A-F]{16}[0-9A-Z]?|[0-9A-F]{24}|[0-9A-F]{16}[0-9A-Z][0-9A-F]{8}[0-9A-Z])$/,
    check: isIsan,
  },
  isrc: {
    formOnly: true,
    source: 'International Standard Recording Code, ISO 3901: prefix, registrant, year, designation.',
    separators: /[\s-]/g,
    form: /^[A-Z]{2}[0-9A-Z]{3}\d{7}$/,
    check: (text) => isCountry(text.slice(0, 2)) || ISRC_PREFIXES.has(text.slice(0, 2)),
  },
  isil: {
    formOnly: true,
    source: 'International Standard Identifier for Libraries, ISO 15511: prefix, dash, up to 11 characters.',
    separators: /\s/g,
    caseCounts: true,
    form: /^[A-Za-z]{1,4}-[0-9A-Za-z:/-]{1,11}$/,
    check: (text) => {
      const prefix = (text.split('-')[0] ?? '').toUpperCase();
      return isCountry(prefix) || ISIL_PREFIXES.has(prefix);
    },
  },
};
