import { weightedSum } from './checksum.ts';
import type { SchemeTable } from './scheme.ts';
import { isValidByStdnum } from './stdnum.ts';

/** Provinces of Indonesia, Ministry of Home Affairs decree 72/2019, with the four of Papua of 2022. */
const INDONESIAN_PROVINCE = /^(?:1[1-9]|2[01]|3[1-6]|5[1-3]|6[1-5]|7[1-6]|8[12]|9[1-7])/;

/** Its digits 7 to 12 are the birth date DDMMYY, 40 added to the day for women. */
function isIndonesianPerson(text: string): boolean {
  const day = Number(text.slice(6, 8)) % 40;
  const month = Number(text.slice(8, 10));
  const days = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return INDONESIAN_PROVINCE.test(text) && Number(text.slice(6, 8)) <= 71 && day >= 1 && day <= days;
}

/** Asia, Africa and the former Soviet Union, where stdnum lacks a number. */
export const ASIA_AFRICA: SchemeTable = {
  'ru.ogrn': {
    source: 'OGRN and OGRNIP, order 165n of the Russian Ministry of Finance: modulo 11 of 13 digits, modulo 13 of 15.',
    separators: /\s/g,
    form: /^[1-9]\d{12}(?:\d{2})?$/,
    check: (text) => (Number(text.slice(0, -1)) % (text.length - 2)) % 10 === Number(text.at(-1)),
  },
  'az.voen': {
    source:
      'VÖEN, State Tax Service of Azerbaijan: weights over eight digits, modulo 11; then 1 (company) or 2 (person).',
    padTo: 10,
    form: /^\d{9}[12]$/,
    check: (text) => weightedSum(text, [4, 1, 8, 6, 2, 7, 5, 3]) % 11 === Number(text[8]),
  },
  'id.npwp': {
    source:
      'Nomor Pokok Wajib Pajak, Indonesia; of 16 digits since regulation PMK-112/2022: 0 and the old 15, or the NIK.',
    form: /^\d{15,16}$/,
    check: (text) =>
      (text.length === 16 && isIndonesianPerson(text)) ||
      ((text.length === 15 || text.startsWith('0')) && isValidByStdnum('id.npwp', text.slice(-15))),
  },
  'id.nik': {
    formOnly: true,
    source: 'Nomor Induk Kependudukan, Indonesia, law 23/2006: region, birth date, serial.',
    form: /^\d{12}(?!0000)\d{4}$/,
    check: isIndonesianPerson,
  },
  'jp.in_': {
    source: 'Individual Number (My Number), Japan, ministerial ordinance 85 of 2014: modulo 11.',
    form: /^\d{12}$/,
    check: (text) => {
      const rest = weightedSum(text, [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11;
      return (rest <= 1 ? 0 : 11 - rest) === Number(text[11]);
    },
  },
  'om.vat': {
    source:
      'VATIN of the Oman Tax Authority: OM and ten digits; modulo 11, weights reckoned from numbers from 1100 that companies show.',
    undecided: /^OM(?!1100)\d{9}[\dX]$/,
    form: /^OM1100\d{5}[\dX]$/,
    check: (text) => '0123456789X'[(weightedSum(text.slice(6), [1, 6, 3, 7, 9]) + 1) % 11] === text[11],
  },
  'sn.ninea': {
    source: 'NINEA, decree 2012-886 of Senegal: weights 1 and 2 modulo 10, perhaps with the tax office code (COFI).',
    form: /^\d{7,9}(?:[0-2][A-HJ-NP-WZ]\d)?$/,
    check: (text) => {
      const digits = text.replace(/\d[A-Z]\d$/, '').padStart(9, '0');
      return weightedSum(digits, [1, 2, 1, 2, 1, 2, 1, 2, 1]) % 10 === 0;
    },
  },
  'th.pin': {
    source: 'Thai citizen number, Department of Provincial Administration: modulo 11; the first digit is 1 to 8.',
    form: /^[1-8]\d{12}$/,
    check: (text) => isValidByStdnum('th.idnr', text),
  },
};
