import { weightedSum } from './checksum.ts';
import { mod97Radix10, remainderBy97 } from './iso7064.ts';
import type { SchemeTable } from './scheme.ts';
import { isValidByStdnum } from './stdnum.ts';

/**
 * Persons of special cases in the Czech register: nine digits from 6, as VIES' table of algorithms states them for
 * DIČ (weights 8 to 2, distance to the next multiple of 11).
 */
function isCzechSpecial(number: string): boolean {
  const sum = weightedSum(number.slice(1), [8, 7, 6, 5, 4, 3, 2]);
  const distance = 11 - (sum % 11);
  return number.startsWith('6') && '87654321098'[distance - 1] === number[8];
}

/** Latvian personal codes since 2017 begin with 32 to 39 and hold no date; the check digit stayed as it was. */
function isLatvianPerson(number: string): boolean {
  return ((1 + weightedSum(number, [10, 5, 8, 4, 2, 1, 6, 3, 7, 9])) % 11) % 10 === Number(number[10]);
}

/** A German buyer's route number: the dashes left out, letters as numbers. */
function isRoute(text: string): boolean {
  return mod97Radix10(text.replaceAll('-', ''));
}

/** Central and northern Europe, where stdnum lacks a number or one of its forms. */
export const EUROPE_NORTH: SchemeTable = {
  'be.eid': {
    source: 'Number of a Belgian electronic identity card: ten digits, their remainder by 97 (0 written 97).',
    form: /^\d{12}$/,
    check: (text) => (remainderBy97(text.slice(0, 10)) || 97) === Number(text.slice(10)),
  },
  'ch.uid': {
    source: 'Unternehmens-Identifikationsnummer, eCH-0097; CHE is often left out.',
    prefix: /^CHE/,
    form: /^\d{9}$/,
    check: (text) => isValidByStdnum('ch.uid', `CHE${text}`),
  },
  'cz.dic': {
    source: 'Daňové identifikační číslo: a company number, a birth number, or a special case of nine digits.',
    prefix: /^CZ/,
    form: /^\d{8,10}$/,
    check: (text) => isValidByStdnum('cz.dic', text) || (text.length === 9 && isCzechSpecial(text)),
  },
  'de.handelsregisternummer': {
    source: 'German trade register: court, HRA, HRB, GnR, PR, VR or GsR, number, perhaps a letter.',
    separators: /\s(?=\s)/g,
    form: /^(?:\D{3,80}?,? (?:HRA|HRB|GNR|PR|VR|GSR) ?\d{1,6}(?: ?[A-Z]{1,3})?|(?:HRA|HRB|GNR|PR|VR|GSR) ?\d{1,6}(?: ?[A-Z]{1,3})?,? \D{3,80})$/,
  },
  'de.leitweg': {
    source: 'Leitweg-ID, KoSIT format specification 2.0.2: state, district, local part, two check digits of MOD 97-10.',
    separators: /\s/g,
    form: /^(?:0[1-9]|1[0-6]|99)(?:\d|\d{3}|\d{6}|\d{10})?(?:-[0-9A-Z]{1,30})?-\d\d$/,
    check: isRoute,
  },
  'fi.associationid': {
    source: 'Register number of a Finnish association, PRH: up to six digits.',
    separators: /[\s._+-]/g,
    form: /^\d{1,6}$/,
  },
  'fi.veronumero': {
    source: 'Finnish tax number of the building trade: 12 digits; how its check digit is made is not published.',
    separators: /\s/g,
    form: /^\d{12}$/,
  },
  'lv.pvn': {
    source: 'Latvian VAT number: a company of 11 digits from 4, or a personal code.',
    prefix: /^LV/,
    form: /^\d{11}$/,
    check: (text) => isValidByStdnum('lv.pvn', text) || (/^3[2-9]/.test(text) && isLatvianPerson(text)),
  },
  'nl.brin': {
    source: 'Basisregistratie Instellingen, DUO: an institution, perhaps its place.',
    form: /^\d{2}[A-Z]{2}(?:\d{2})?$/,
  },
  'nl.identiteitskaartnummer': {
    source: 'Number of a Dutch passport or identity card, RvIG: no letter O, a digit last.',
    separators: /\s/g,
    form: /^[A-NP-Z]{2}[0-9A-NP-Z]{6}\d$/,
  },
  'nl.postcode': {
    source: 'Dutch postal code, NEN 5825; SA, SD and SS are not given.',
    separators: /[\s-]/g,
    prefix: /^NL/,
    form: /^[1-9]\d{3}(?!SA|SD|SS)[A-Z]{2}$/,
  },
  'se.postnummer': { source: 'Swedish postal code.', separators: /[\s-]/g, prefix: /^SE/, form: /^[1-9]\d{4}$/ },
  'sk.ico': {
    source: 'Identifikačné číslo organizácie, Slovakia: the Czechoslovak number, as that of Czechia.',
    separators: /\s/g,
    form: /^\d{8}$/,
    check: (text) => isValidByStdnum('cz.ico', text),
  },
};
