import { characterValue, luhn, mod11Radix2, mod97Radix10, weightedSum } from './checksum.ts';
import { isCountry } from './countries.ts';
import { isSpanishAccount } from './iban.ts';
import type { SchemeTable } from './scheme.ts';

/** Checks the check digit of a ship, IMO Assembly resolution A.1117(30): weights 7 to 2, the sum's last digit. */
function isShip(number: string): boolean {
  return weightedSum(number, [7, 6, 5, 4, 3, 2]) % 10 === Number(number[6]);
}

/** Checks the check digit of a company or registered owner, IMO circular letter 2554: weights 8, 6, 4, 2, 9, 7, modulo 11. */
function isShipOwner(number: string): boolean {
  return (11 - (weightedSum(number, [8, 6, 4, 2, 9, 7]) % 11)) % 10 === Number(number[6]);
}

/** ISIN prefixes that are not countries: clearing systems, the EU, former countries, substitute agencies (ISO 6166, annex). */
const ISIN_PREFIXES = new Set('AN CS DD EU EZ QS QT QW QY SU XA XB XC XD XF XK XS XT XX YU ZZ'.split(' '));
/** FIGI prefixes that would look like an ISIN's. */
const FIGI_REFUSED = /^(?:BS|BM|GG|GB|GH|KY|VG)/;
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

const CZECH_WEIGHTS = [6, 3, 7, 9, 10, 5, 8, 4, 2, 1];
const CZECH_ACCOUNT = /^(?:(\d{0,6})-)?(\d{2,10})\/(\d{4})$/;

/** Czech National Bank, decree 169/2011: the weighted sums of prefix and account are multiples of 11; the account is not zero. */
function isCzechAccount(text: string): boolean {
  const [, prefix = '', account = '', bank = ''] = CZECH_ACCOUNT.exec(text) ?? [];
  const isMultiple = (part: string) => weightedSum(part.padStart(10, '0'), CZECH_WEIGHTS) % 11 === 0;
  return bank !== '0000' && Number(account) > 0 && isMultiple(prefix) && isMultiple(account);
}

/** ABA: the Federal Reserve's districts, thrift institutions, electronic and government numbers, traveller's cheques. */
const ROUTING_PREFIX = /^(?:0[0-9]|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)/;

/** Numbers of ships, securities, names, banks and accounts. */
export const GENERAL: SchemeTable = {
  imo: {
    source: 'IMO ship number and IMO company number. Lists lose leading zeros, which company numbers have two of.',
    prefix: /^IMO(?:NO|NUMBER)?/,
    padTo: 7,
    form: /^(?=.*[1-9])\d{7}$/,
    check: (number) => !number.startsWith('000') && (isShip(number) || isShipOwner(number)),
  },
  npi: {
    source: 'US National Provider Identifier, 45 CFR 162.406: Luhn over 80840 and the number, ISO/IEC 7812.',
    separators: /[\s-]/g,
    prefix: /^80840(?=\d{10}$)/,
    form: /^[12]\d{9}$/,
    check: (number) => luhn(`80840${number}`),
  },
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
  bic: {
    formOnly: true,
    source:
      'Business Identifier Code, ISO 9362: 4 letters or digits of the party, country, location of 2, branch of 3.',
    separators: /[\s-]/g,
    form: /^[A-Z]{4}[A-Z]{2}[0-9A-Z]{2}(?:[0-9A-Z]{3})?$/,
    check: (text) => isCountry(text.slice(4, 6)) || text.slice(4, 6) === 'XK',
  },
  'us.rtn': {
    source: 'ABA routing transit number, ANSI X9.13: weights 3, 7, 1, modulo 10.',
    form: /^\d{9}$/,
    check: (text) => ROUTING_PREFIX.test(text) && weightedSum(text, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0,
  },
  'es.ccc': {
    source: 'Código Cuenta Cliente, Banco de España circular 7/1984.',
    form: /^\d{20}$/,
    check: isSpanishAccount,
  },
  'cz.bankaccount': {
    source: 'Czech bank account, prefix-account/bank.',
    separators: /\s/g,
    form: CZECH_ACCOUNT,
    check: isCzechAccount,
  },
  isni: {
    source: 'International Standard Name Identifier, ISO 27729 (ORCID too): ISO/IEC 7064 MOD 11-2.',
    separators: /[\s-]/g,
    prefix: /^(?:ISNI|ORCID):?/,
    form: /^\d{15}[\dX]$/,
    check: mod11Radix2,
  },
};
