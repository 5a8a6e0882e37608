import { weightedSum } from './checksum.ts';
import { isCountry } from './countries.ts';
import type { SchemeTable } from './scheme.ts';
import { isValidByStdnum } from './stdnum.ts';

const NIF_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE';
const PARCEL_WEIGHTS = [13, 15, 12, 5, 4, 17, 9, 21, 3, 7, 1];

/** Control letters of a supply point: remainder of 16 digits by 529, as two digits of base 23. */
function supplyLetters(digits: string): string {
  const rest = Number(BigInt(digits) % 529n);
  return `${NIF_LETTERS[Math.floor(rest / 23)]}${NIF_LETTERS[rest % 23]}`;
}

/** One control letter of a cadastral reference: letters by their place in the Spanish alphabet, Ñ among them. */
function parcelLetter(text: string): string | undefined {
  const sum = [...text].reduce((total, character, index) => {
    const place = 'ABCDEFGHIJKLMNÑOPQRSTUVWXYZ'.indexOf(character);
    return total + (PARCEL_WEIGHTS[index] ?? 0) * (place < 0 ? Number(character) : place + 1);
  }, 0);
  return 'MQWERTYUIOPASDFGHJKLBZX'[sum % 23];
}

function isParcel(text: string): boolean {
  const tail = text.slice(14, 18);
  return text.slice(18) === `${parcelLetter(text.slice(0, 7) + tail)}${parcelLetter(text.slice(7, 14) + tail)}`;
}

/** A UK pupil number: weights 2 to 13 from the second character, the check letter by the remainder of 23. */
function isPupil(text: string): boolean {
  const values = [...text.slice(1)].map((character) => 'ABCDEFGHJKLMNPQRTUVWXYZ'.indexOf(character));
  const sum = values.reduce((total, letter, index) => {
    return total + (index + 2) * (letter < 0 ? Number(text[index + 1]) : letter);
  }, 0);
  return 'ABCDEFGHJKLMNPQRTUVWXYZ'[sum % 23] === text[0] && Number(text.slice(1, 4)) >= 201;
}

/** A Bulgarian company: weights 1 to 8 modulo 11, and where that is 10, weights 3 to 10; a remaining 10 is written 0. */
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

/** Counties of Romania's register; 00 stands for all since July 2024. */
const ROMANIAN_COUNTY = /^(?:0[1-9]|[1-3]\d|40|51|52)$/;

/**
 * The letter (its ASCII code's last digit) and the digits sum to the last one, modulo 10: reckoned from numbers that companies show
 * and ANAF answers, as the register does not publish it.
 */
function isRomanianTrader(text: string): boolean {
  const [year, county] = [Number(text.slice(1, 5)), text.slice(11, 13)];
  const isCounty = county === '00' ? year >= 2024 : year <= 2024 && ROMANIAN_COUNTY.test(county);
  const sum = [...text.slice(1, 13)].reduce((total, digit) => total + Number(digit), text.charCodeAt(0));
  return isCounty && year >= 1990 && sum % 10 === Number(text[13]);
}

/** Member states that give out One Stop Shop numbers, ISO 3166-1 numeric, and 900 for Northern Ireland. */
const OSS_STATE =
  /^..(?:040|056|100|191|196|203|208|233|246|250|276|300|348|372|380|428|440|442|470|528|616|620|642|703|705|724|752|900)/;

/** Southern and western Europe, and the Union, where stdnum lacks a number or one of its forms. */
export const EUROPE_SOUTH: SchemeTable = {
  'bg.vat': {
    source: 'Bulgarian VAT number, as VIES states its algorithms: a company of nine digits, or a subject of ten.',
    prefix: /^BG/,
    form: /^\d{9,10}$/,
    check: (text) => (text.length === 9 ? isBulgarianCompany(text) : isBulgarianPerson(text)),
  },
  'es.cae': {
    source: 'Código de Actividad y Establecimiento, Orden HAC/1271/2019: ES, 000, office, activity, number, letter.',
    form: /^ES000\d{2}[0-9A-Z]{2}\d{3}[A-Z]$/,
  },
  'es.cups': {
    source: 'Código Unificado de Punto de Suministro, Spain: 16 digits, two letters, perhaps a digit and a type.',
    form: /^ES\d{16}[A-Z]{2}(?:\d[FPRCXYZ])?$/,
    check: (text) => supplyLetters(text.slice(2, 18)) === text.slice(18, 20),
  },
  'es.postal_code': {
    source: 'Spanish postal code: provinces 01 to 52.',
    separators: /\s/g,
    form: /^(?:0[1-9]|[1-4]\d|5[0-2])\d{3}$/,
  },
  'es.referenciacatastral': {
    source: 'Spanish cadastral reference, Dirección General del Catastro: 18 characters, two control letters.',
    separators: /[\s-]/g,
    form: /^[0-9A-ZÑ]{18}[A-Z]{2}$/,
    check: isParcel,
  },
  'eu.excise': {
    formOnly: true,
    source: 'Excise number of SEED, Regulation (EU) 389/2012: member state and 11 letters or digits, zeros left out.',
    form: /^[A-Z]{2}[0-9A-Z]{1,11}$/,
    check: (text) => isCountry(text.slice(0, 2)) || /^(?:EL|XI)/.test(text),
  },
  'eu.oss': {
    formOnly: true,
    source:
      'One Stop Shop VAT number beyond the Union scheme, Directives 2002/38/EC and (EU) 2017/2455: EU or IM, state, digits.',
    form: /^(?:EU\d{9}|IM\d{10})$/,
    check: (text) => OSS_STATE.test(text),
  },
  'fr.accise': {
    source: 'French excise number: FR0, office, operator (E, N, C, B), serial.',
    form: /^FR0\d{5}[ENCB]\d{4}$/,
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
  'gb.upn': {
    source: 'Unique Pupil Number, Department for Education: letter, authority, school, year, serial.',
    form: /^[A-HJ-NP-RT-Z]\d{11}[0-9A-HJ-NP-RT-Z]$/,
    check: isPupil,
  },
  'it.codicefiscale': {
    source: 'Codice fiscale, decree of 23 December 1976; companies use their eleven digits (partita IVA).',
    form: /^(?:\d{11}|[A-Z]{6}[0-9A-Z]{10})$/,
    check: (text) => isValidByStdnum(text.length === 11 ? 'it.iva' : 'it.codicefiscale', text),
  },
  'ro.onrc': {
    formOnly: true,
    source:
      'Romanian trade register: J, F or C, county/number/year, or since July 2024 year, number, county and a check digit.',
    separators: /\s/g,
    form: /^[JFC](?:\d{13}|[\d/.-]{6,20})$/,
    check: (text) => {
      if (/^.\d{13}$/.test(text)) return isRomanianTrader(text);
      const dateOnCertificate = /\d\d\.\d\d\.(?=\d{4}$)/;
      return isValidByStdnum('ro.onrc', text.replace(dateOnCertificate, ''));
    },
  },
  'si.maticna': {
    source: 'Matična številka, Slovenian business register: weights 7 to 2, modulo 11; three digits for a part.',
    form: /^\d{7}(?:\d[0-9A-Z]\d)?$/,
    check: (text) => {
      const rest = 11 - (weightedSum(text, [7, 6, 5, 4, 3, 2]) % 11);
      return rest !== 11 && rest % 10 === Number(text[6]);
    },
  },
  eori: {
    formOnly: true,
    source:
      'Economic Operators Registration and Identification, Regulation (EU) 952/2013: country, up to 15 characters.',
    form: /^[A-Z]{2}[0-9A-Z]{1,15}$/,
    check: (text) => isCountry(text.slice(0, 2)) || /^(?:EL|XI)/.test(text),
  },
};
