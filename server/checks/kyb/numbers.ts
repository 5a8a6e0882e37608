import { foldText } from '../../lib/identifiers/scheme.ts';
import { hasCheckDigit, validateIdentifier } from '../../lib/identifiers/validate.ts';
import { vatKind } from '../../lib/identifiers/vat.ts';
import { ownValue } from '../../lib/own.ts';
import { makeFinding } from '../findings.ts';
import type { Finding } from '../types.ts';
import { REGISTRATION_NUMBERS, TAX_NUMBERS } from './number-schemes.ts';
import type { Company, Ubo } from './types.ts';

const SEPARATORS = /[\s./,:-]/g;
/** Words that precede a register number (`RCS Paris 552 120 222`). */
const REGISTER_WORDS =
  /^(?:R\.?\s?C\.?\s?S\.?|SIREN|SIRET|CVR|CUI|NIP|REGON|CNPJ|NIF|CIF)[\s:]+(?:[A-Z\u00C0-\u017F-]+\s)*/iu;
/** The countries of VAT prefixes that are not ISO 3166-1 codes. null: the Union's One Stop Shop, which has no country. */
const VAT_COUNTRIES: Readonly<Record<string, string | null>> = { EL: 'GR', XI: 'GB', EU: null };

/** true: the check digits are correct. false: they are wrong, or it is not a number of its country. null: nothing could be checked. */
export type NumberAnswer = boolean | null;

/**
 * Checks the check digits of every number submitted for the company and for owners that are companies. A correct number is not
 * reported, a wrong one asks for a review, and one without a known rule is reported.
 */
export function checkNumbers(company: Company, ubos: readonly Ubo[]): Finding[] {
  const { country, registration_number, tax_id, vat_number, lei } = company;
  const answers: [field: string, answer: NumberAnswer | undefined][] = [
    ['company.registration_number', given(registration_number, (value) => checkRegistrationNumber(country, value))],
    ['company.tax_id', given(tax_id, (value) => checkTaxNumber(country, value))],
    ['company.vat_number', given(vat_number, (value) => checkVatNumber(country, value))],
    ['company.lei', given(lei, checkLei)],
    ...ubos.flatMap((ubo, at): [string, NumberAnswer | undefined][] => [
      [
        `ubos[${at}].registration_number`,
        given(ubo.registration_number, (value) => (ubo.country ? checkRegistrationNumber(ubo.country, value) : null)),
      ],
      [`ubos[${at}].lei`, given(ubo.lei, checkLei)],
    ]),
  ];
  const findings = answers.flatMap(([field, answer]) => {
    if (answer === undefined || answer === true) return [];
    return [makeFinding(answer === false ? 'number_check_digits_wrong' : 'number_not_checked', { field })];
  });
  return [...findings, ...findForeignVat(company)];
}

/** Checks a number of a country's company register. */
export function checkRegistrationNumber(country: string, value: string): NumberAnswer {
  return checkBy(REGISTRATION_NUMBERS, country, value.replace(REGISTER_WORDS, ''));
}

/** Checks a tax office's number. A number with a VAT prefix is checked as a VAT number. */
export function checkTaxNumber(country: string, value: string): NumberAnswer {
  const prefix = vatPrefix(value);
  const asVat = prefix !== null && countryOfPrefix(prefix) === country ? validateIdentifier('vat', value) : null;
  // A Swiss UID begins like a VAT number.
  return asVat === true ? true : (checkBy(TAX_NUMBERS, country, value) ?? asVat);
}

/** Checks a VAT number by its prefix, or without one by its company's country. */
export function checkVatNumber(country: string, value: string): NumberAnswer {
  if (vatPrefix(value) !== null) return validateIdentifier('vat', value);
  const kind = vatKind(country);
  return kind === undefined ? null : validateIdentifier(kind, value);
}

/** Returns the kinds of numbers that a country's register issues, as far as they are known. */
export function registrationKinds(country: string): string[] {
  return (ownValue(REGISTRATION_NUMBERS, country)?.forms ?? []).map(({ kind }) => kind);
}

/** The suffixes of VAT numbers of Norway, Switzerland and Canada. */
const SUFFIX = /(?:MVA|MWST|TVA|IVA|TPV|VAT)$/;

/**
 * Returns the registration numbers with correct check digits that a number of any kind contains: the SIREN of a SIRET, of a French VAT number and of
 * `RCS Paris 552 120 222`. If a country's tax office and register share one number, that is the number itself.
 */
export function registrationNumbersIn(country: string, value: string): string[] {
  const compact = foldText(value.replace(REGISTER_WORDS, '')).toUpperCase().replace(SEPARATORS, '').replace(SUFFIX, '');
  // A Swiss number begins with CHE, which is not a prefix.
  const bare = country === 'CH' ? compact : compact.replace(new RegExp(`^${country}(?=[A-Z]?\\d)`), '');
  const parts = country === 'FR' ? [bare.slice(-9), bare.slice(0, 9)] : country === 'SE' ? [bare.slice(0, 10)] : [];
  const found = [bare, ...parts].filter((text) => checkRegistrationNumber(country, text) === true);
  return [...new Set(found)];
}

const checkLei = (value: string): NumberAnswer => validateIdentifier('lei', value);

function given(value: string | undefined, check: (value: string) => NumberAnswer): NumberAnswer | undefined {
  return value === undefined || value.trim() === '' ? undefined : check(value);
}

function checkBy(table: typeof REGISTRATION_NUMBERS, country: string, value: string): NumberAnswer {
  const numbers = ownValue(table, country);
  if (!numbers) return null;
  const compact = foldText(value).toUpperCase().replace(SEPARATORS, '');
  const bare = compact.startsWith(country) && /\d/.test(compact[2] ?? '') ? compact.slice(2) : compact;
  const fitting = numbers.forms.flatMap(({ form, kind }) =>
    form.test(compact) ? [{ kind, text: compact }] : form.test(bare) ? [{ kind, text: bare }] : [],
  );
  if (fitting.length === 0) return numbers.only ? false : null;
  const right = fitting.filter(({ kind, text }) => validateIdentifier(kind, text) !== false);
  if (right.length === 0) return false;
  return right.some(({ kind }) => hasCheckDigit(kind)) ? true : null;
}

/** Returns the letters of a VAT number that name a country whose rule is known, or null if there are none. */
function vatPrefix(value: string): string | null {
  const prefix = foldText(value).toUpperCase().slice(0, 2);
  return /^[A-Z]{2}$/.test(prefix) && vatKind(prefix) !== undefined ? prefix : null;
}

function countryOfPrefix(prefix: string): string | null {
  return Object.hasOwn(VAT_COUNTRIES, prefix) ? (VAT_COUNTRIES[prefix] as string | null) : prefix;
}

/** Reports a VAT number of a country that is neither the register's nor the address's. */
function findForeignVat({ vat_number, country, address }: Company): Finding[] {
  const prefix = vat_number === undefined ? null : vatPrefix(vat_number);
  const of = prefix === null ? null : countryOfPrefix(prefix);
  if (of === null || of === country || of === address.country) return [];
  return [makeFinding('company_number_mismatch', { field: 'company.vat_number', evidence: { country: of } })];
}
