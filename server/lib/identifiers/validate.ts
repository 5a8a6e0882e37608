import { ownValue } from '../own.ts';
import { BITCOIN } from './bitcoin.ts';
import { GENERAL } from './general.ts';
import { IBAN } from './iban.ts';
import { NATIONAL } from './national.ts';
import { conforms, foldText, type Scheme } from './scheme.ts';
import { isValidByStdnum, STDNUM_FORMS, STDNUM_KINDS } from './stdnum.ts';
import { vatKind } from './vat.ts';

const SCHEMES = new Map<string, Scheme>(Object.entries({ ...GENERAL, ...NATIONAL, bitcoin: BITCOIN, iban: IBAN }));

/** Other names of a kind; the appliance's own short ones first, then those of other libraries. */
const ALIASES: Readonly<Record<string, string>> = {
  inn: 'ru.inn',
  ogrn: 'ru.ogrn',
  uscc: 'cn.uscc',
  cpf: 'br.cpf',
  cnpj: 'br.cnpj',
  ssn: 'us.ssn',
  ein: 'us.ein',
  sedol: 'gb.sedol',
  routing_number: 'us.rtn',
  orcid: 'isni',
  'az.tin': 'az.voen',
  'ca.bc_phn': 'ca.bc_bhn',
  'nz.bankaccount': 'nz.bank',
  'be.insz': 'be.ssn',
  'be.iban': 'iban',
  'es.iban': 'iban',
  'me.iban': 'iban',
  'no.iban': 'iban',
};

/** Kinds that may be one of several. */
const ANY_OF: Readonly<Record<string, readonly string[]>> = {
  'be.ssn': ['be.nn', 'be.bis'],
  'ro.cf': ['ro.cui', 'ro.cnp'],
};

/** Returns the kind as the tables name it: `in_.pan` and `IN.PAN` are `in.pan`, `inn` is `ru.inn`. */
export function schemeKind(kind: string): string {
  const plain = kind.toLowerCase().replace(/^([a-z]{2})_\./, '$1.');
  const own = plain === 'jp.in' ? 'jp.in_' : plain;
  return ownValue(ALIASES, own) ?? own;
}

/** Returns the appliance's own scheme for a kind, if there is one. */
export function schemeOf(kind: string): Scheme | undefined {
  return SCHEMES.get(schemeKind(kind));
}

/**
 * Returns whether `value` is a number of this kind: its form, and its check digits if the kind has them. Accepts spaces, dashes and similar
 * characters as people write them. `kind` is one of `identifierKinds`, or a national number by country, such as `fr.siret` and `br.cpf` (the names of
 * python-stdnum work). null: there is no rule for this kind, or not for numbers like this one.
 */
export function validateIdentifier(kind: string, value: string): boolean | null {
  const name = schemeKind(kind);
  if (name === 'vat' || name === 'vatin' || name === 'eu.vat') return validateVat(value, name === 'eu.vat');
  const several = ownValue(ANY_OF, name);
  if (several) return anyOf(several.map((one) => validateIdentifier(one, value)));
  const scheme = SCHEMES.get(name);
  if (scheme) return conforms(scheme, value);
  return STDNUM_KINDS.has(name) ? isValidByStdnum(name, foldText(value)) : null;
}

/** Checks a VAT number with its country's prefix by that country's rule. */
function validateVat(value: string, membersOnly: boolean): boolean | null {
  const text = foldText(value).toUpperCase();
  const kind = vatKind(text.slice(0, 2), membersOnly);
  if (!kind) return false;
  return anyOf([text, text.slice(2)].map((form) => validateIdentifier(kind, form)));
}

/** Valid if one of the answers is; null if none is and one is unknown. */
function anyOf(answers: readonly (boolean | null)[]): boolean | null {
  if (answers.includes(true)) return true;
  return answers.includes(null) ? null : false;
}

/** Returns whether the kind has a published check digit, so that validity means more than a form. */
export function hasCheckDigit(kind: string): boolean {
  const name = schemeKind(kind);
  if (name === 'vat') return true;
  const several = ownValue(ANY_OF, name);
  if (several) return several.every(hasCheckDigit);
  const scheme = SCHEMES.get(name);
  if (scheme) return scheme.check !== undefined && !scheme.formOnly;
  return STDNUM_KINDS.has(name) && !STDNUM_FORMS.has(name);
}
