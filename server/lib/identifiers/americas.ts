import type { SchemeTable } from './scheme.ts';
import { isValidByStdnum } from './stdnum.ts';

const SOCIAL_SECURITY = /^\d{3}-?\d{2}-?\d{4}$/;

/** Words that four initial letters may not spell: SAT, instructions for the RFC, annex IV; their last letter becomes X. */
const RFC_WORDS = new Set(
  `BUEI BUEY CACA CACO CAGA CAGO CAKA CAKO COGE COJA COJE COJI COJO CULO FETO GUEY JOTO KACA KACO KAGA KAGO KAKA KOGE KOJO
KULO MAME MAMO MEAR MEAS MEON MION MOCO MULA PEDA PEDO PENE PUTA PUTO QULO RATA RUIN`.split(/\s+/),
);

/** Whether six digits YYMMDD are a day of either century. */
function isDay(digits: string): boolean {
  const [year = 0, month = 0, day = 0] = (digits.match(/\d\d/g) ?? []).map(Number);
  const lengths = [31, year % 4 === 0 ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return day >= 1 && day <= (lengths[month - 1] ?? 0);
}

/** The Americas, where stdnum lacks a number or one of its forms. */
export const AMERICAS: SchemeTable = {
  'us.ssn': {
    formOnly: true,
    source: 'Social Security Number, 20 CFR 422.103: area, group, serial; dashes only there.',
    written: SOCIAL_SECURITY,
    form: /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/,
    // Numbers that were printed in advertisements, which the administration has withdrawn.
    check: (text) => !['078051120', '457555462', '219099999'].includes(text),
  },
  'us.itin': {
    source: 'Individual Taxpayer Identification Number, IRS: 9, and a group of 50-65, 70-88, 90-92 or 94-99.',
    written: SOCIAL_SECURITY,
    form: /^9\d{2}(?:5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])\d{4}$/,
  },
  'us.atin': {
    source: 'Adoption Taxpayer Identification Number. The IRS publishes no more than its form, that of an SSN.',
    written: SOCIAL_SECURITY,
    form: /^\d{9}$/,
  },
  'us.ein': {
    formOnly: true,
    source: 'Employer Identification Number, IRS: the prefix is one of a campus, 12-3456789.',
    written: /^\d{2}-?\d{7}$/,
    form: /^\d{9}$/,
    check: (text) => isValidByStdnum('us.ein', text),
  },
  'us.ptin': { source: 'Preparer Tax Identification Number, IRS.', separators: /[\s-]/g, form: /^P\d{8}$/ },
  'ca.sin': {
    source: 'Social Insurance Number, Canada: Luhn; 0 is not given to persons, 8 stands before business numbers.',
    form: /^[1-79]\d{8}$/,
    check: (text) => isValidByStdnum('ca.sin', text),
  },
  'do.ncf': {
    formOnly: true,
    source: 'Número de Comprobante Fiscal, DGII: E and 12 digits, B and 10, before 2018 A or P and 18.',
    separators: /\s/g,
    form: /^(?:E\d{12}|B\d{10}|[AP]\d{8}(?:0[1-4]|1[1-5])\d{8})$/,
    check: (text) => text.length === 19 || isValidByStdnum('do.ncf', text),
  },
  'mx.rfc': {
    formOnly: true,
    source:
      'Registro Federal de Contribuyentes, SAT. Its last character is not checked: SAT itself has given out wrong ones.',
    separators: /[\s-]/g,
    form: /^(?:[A-Z&Ñ]{4}\d{6}(?:[0-9A-Z]{2}[0-9A])?|[A-Z&Ñ]{3}\d{6}[0-9A-Z]{2}[0-9A])$/,
    check: (text) => {
      const letters = text.replace(/\d.*/, '');
      return isDay(text.slice(letters.length, letters.length + 6)) && !RFC_WORDS.has(letters);
    },
  },
};
