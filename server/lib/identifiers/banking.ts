import { modulo10Recursive, weightedSum } from './checksum.ts';
import { isCountry } from './countries.ts';
import { isSpanishAccount } from './iban.ts';
import { mod97Radix10, remainderBy97 } from './iso7064.ts';
import type { SchemeTable } from './scheme.ts';

const CZECH_WEIGHTS = [6, 3, 7, 9, 10, 5, 8, 4, 2, 1];
const CZECH_ACCOUNT = /^(?:(\d{0,6})-)?(\d{2,10})\/(\d{4})$/;

/** Czech National Bank, decree 169/2011: prefix and account each a multiple of 11 by the weights, an account not nil. */
function isCzechAccount(text: string): boolean {
  const [, prefix = '', account = '', bank = ''] = CZECH_ACCOUNT.exec(text) ?? [];
  const isMultiple = (part: string) => weightedSum(part.padStart(10, '0'), CZECH_WEIGHTS) % 11 === 0;
  return bank !== '0000' && Number(account) > 0 && isMultiple(prefix) && isMultiple(account);
}

/** ABA: the Federal Reserve's districts, thrift institutions, electronic and government numbers, traveller's cheques. */
const ROUTING_PREFIX = /^(?:0[0-9]|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)/;

/** Banks, accounts and payments. */
export const BANKING: SchemeTable = {
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
  'be.ogm_vcs': {
    source: 'Belgian structured communication: ten digits, their remainder by 97 (0 written 97).',
    separators: /[\s+*/]/g,
    form: /^\d{12}$/,
    check: (text) => (remainderBy97(text.slice(0, 10)) || 97) === Number(text.slice(10)),
  },
  'ch.esr': {
    source: 'Swiss payment slip reference (ESR, QR reference): modulo 10 recursive over up to 27 digits.',
    padTo: 27,
    form: /^(?=.*[1-9])\d{27}$/,
    check: modulo10Recursive,
  },
  iso11649: {
    source: 'Structured creditor reference, ISO 11649: RF, two check digits of MOD 97-10, up to 21 characters.',
    form: /^RF\d\d[0-9A-Z]{1,21}$/,
    check: (text) => mod97Radix10(text.slice(4) + text.slice(0, 4)),
  },
  'eu.at_02': {
    source: 'SEPA creditor identifier, EPC262-08: MOD 97-10 over the national part, without the business code.',
    separators: /[\s/,.:-]/g,
    form: /^[A-Z]{2}\d\d[0-9A-Z]{3}[0-9A-Z]{1,28}$/,
    check: (text) => isCountry(text.slice(0, 2)) && mod97Radix10(text.slice(7) + text.slice(0, 4)),
  },
  'eu.banknote': {
    source: 'Serial number of a euro banknote: letters by their code and digits sum to a multiple of 9.',
    separators: /\s/g,
    form: /^(?:[A-Z]\d{11}|[A-Z]{2}\d{10})$/,
    check: (text) =>
      [...text].reduce(
        (sum, character) => sum + (/\d/.test(character) ? Number(character) : character.charCodeAt(0)),
        0,
      ) %
        9 ===
      0,
  },
};
