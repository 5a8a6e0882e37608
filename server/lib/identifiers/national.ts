import { remainderBy97, weightedSum } from './checksum.ts';
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

/** A Bulgarian company: weights 1 to 8 modulo 11; if that is 10, weights 3 to 10; if that is 10 again, the digit is 0. */
function isBulgarianCompany(text: string): boolean {
  const [first, second] = [1, 3].map((start) => {
    return (
      weightedSum(
        text,
        Array.from({ length: 8 }, (_, index) => start + index),
      ) % 11
    );
  });
  return (first === 10 ? (second ?? 0) % 10 : first) === Number(text[8]);
}

/** A Bulgarian person, foreigner, or other subject of ten digits. */
function isBulgarianPerson(text: string): boolean {
  const rest = (11 - (weightedSum(text, [4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
  return rest === Number(text[9]) || isValidByStdnum('bg.egn', text) || isValidByStdnum('bg.pnf', text);
}

/** Member states that issue One Stop Shop numbers, ISO 3166-1 numeric, and 900 for Northern Ireland. */
const OSS_STATE =
  /^..(?:040|056|100|191|196|203|208|233|246|250|276|300|348|372|380|428|440|442|470|528|616|620|642|703|705|724|752|900)/;

/** Words that four initial letters may not spell: SAT, instructions for the RFC, annex IV; their last letter becomes X. */
const RFC_WORDS = new Set(
  `BUEI BUEY CACA CACO CAGA CAGO CAKA CAKO COGE COJA COJE COJI COJO CULO FETO GUEY JOTO KACA KACO KAGA KAGO KAKA KOGE KOJO
KULO MAME MAMO MEAR MEAS MEON MION MOCO MULA PEDA PEDO PENE PUTA PUTO QULO RATA RUIN`.split(/\s+/),
);

/** Returns whether six digits YYMMDD are a valid day in either century. */
function isDay(digits: string): boolean {
  const [year = 0, month = 0, day = 0] = (digits.match(/\d\d/g) ?? []).map(Number);
  const lengths = [31, year % 4 === 0 ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return day >= 1 && day <= (lengths[month - 1] ?? 0);
}

/** Provinces of Indonesia, Ministry of Home Affairs decree 72/2019, with the four of Papua of 2022. */
const INDONESIAN_PROVINCE = /^(?:1[1-9]|2[01]|3[1-6]|5[1-3]|6[1-5]|7[1-6]|8[12]|9[1-7])/;

/** Digits 7 to 12 are the birth date DDMMYY, with 40 added to the day for women. */
function isIndonesianPerson(text: string): boolean {
  const day = Number(text.slice(6, 8)) % 40;
  const month = Number(text.slice(8, 10));
  const days = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return INDONESIAN_PROVINCE.test(text) && Number(text.slice(6, 8)) <= 71 && day >= 1 && day <= days;
}

/** Numbers of single countries (and of the Union) that stdnum does not support, or not in every form. */
export const NATIONAL: SchemeTable = {
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
  'lv.pvn': {
    source: 'Latvian VAT number: a company of 11 digits from 4, or a personal code.',
    prefix: /^LV/,
    form: /^\d{11}$/,
    check: (text) => isValidByStdnum('lv.pvn', text) || (/^3[2-9]/.test(text) && isLatvianPerson(text)),
  },
  'sk.ico': {
    source: 'Identifikačné číslo organizácie, Slovakia: the Czechoslovak number, as that of Czechia.',
    separators: /\s/g,
    form: /^\d{8}$/,
    check: (text) => isValidByStdnum('cz.ico', text),
  },
  'bg.vat': {
    source: 'Bulgarian VAT number, as VIES states its algorithms: a company of nine digits, or a subject of ten.',
    prefix: /^BG/,
    form: /^\d{9,10}$/,
    check: (text) => (text.length === 9 ? isBulgarianCompany(text) : isBulgarianPerson(text)),
  },
  'eu.oss': {
    formOnly: true,
    source:
      'One Stop Shop VAT number beyond the Union scheme, Directives 2002/38/EC and (EU) 2017/2455: EU or IM, state, digits.',
    form: /^(?:EU\d{9}|IM\d{10})$/,
    check: (text) => OSS_STATE.test(text),
  },
  'fr.rcs': {
    source: 'Registre du commerce et des sociétés, code de commerce R123-237: RCS, town, A or B, SIREN.',
    separators: /\s(?=\s)/g,
    form: /^RCS \D+ [AB] ?(?:\d ?){9}$/,
    check: (text) => isValidByStdnum('fr.siren', text.replace(/\D/g, '')),
  },
  'gb.nhs': {
    source: 'NHS number, NHS data dictionary: weights 10 to 2, modulo 11.',
    form: /^\d{10}$/,
    check: (text) => weightedSum(text, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
  },
  'it.codicefiscale': {
    source: 'Codice fiscale, decree of 23 December 1976; companies use their eleven digits (partita IVA).',
    form: /^(?:\d{11}|[A-Z]{6}[0-9A-Z]{10})$/,
    check: (text) => isValidByStdnum(text.length === 11 ? 'it.iva' : 'it.codicefiscale', text),
  },
  'si.maticna': {
    source: 'Matična številka, Slovenian business register: weights 7 to 2, modulo 11; three digits for a part.',
    form: /^\d{7}(?:\d[0-9A-Z]\d)?$/,
    check: (text) => {
      const rest = 11 - (weightedSum(text, [7, 6, 5, 4, 3, 2]) % 11);
      return rest !== 11 && rest % 10 === Number(text[6]);
    },
  },
  'ca.sin': {
    source: 'Social Insurance Number, Canada: Luhn; 0 is not given to persons, 8 stands before business numbers.',
    form: /^[1-79]\d{8}$/,
    check: (text) => isValidByStdnum('ca.sin', text),
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
