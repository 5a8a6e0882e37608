import { ownValue } from '../own.ts';
import { familiesOf, isGlobal, isShared } from './kinds.ts';
import { canonicalKind } from './labels.ts';
import { foldText } from './scheme.ts';
import { hasCheckDigit, schemeKind, schemeOf, validateIdentifier } from './validate.ts';

export interface Identifier {
  /** One of `identifierKinds`, a national number by country such as `fr.siret`, or a publisher's label. */
  kind: string;
  value: string;
  /** ISO 3166-1 alpha-2 code of its issuer. */
  country?: string;
}

/** Too many people share shorter numbers, so these count only if kind and country are the same or a check digit confirms them. */
const LENGTH_MIN = 6;
/** Shorter ones are never compared. */
const LENGTH_FLOOR = 4;

/**
 * Decides whether two numbers are the same. They agree if their comparable forms are equal (leading zeros do not count), their kinds may mean the
 * same number (the same kind, a shared family, or one of them unknown), and their countries do not contradict, for national kinds. A number shorter
 * than 6 characters agrees only if it has a digit and at least 4 characters, and either its check digit is right or kind and country are the same. A
 * number without a digit, or of one repeated character (a placeholder), or a code that many share (a sector, a postal code), never agrees. Symmetric.
 */
export function matchIdentifier(one: Identifier, other: Identifier) {
  const [a, b] = [withKind(one), withKind(other)];
  const valid = checkDigits(a, b);
  const agrees = comparableForms(a).some((form) => comparableForms(b).includes(form) && isTelling(form, a, b, valid));
  const compatible = agrees && mayBeSame(a, b);
  // For the number that agrees, by the kind of either side; null: the kind has none, or they do not agree.
  const checkDigitValid = compatible ? valid : null;
  return { agrees: compatible, checkDigitValid };
}

function withKind(identifier: Identifier): Identifier {
  return { ...identifier, kind: canonicalKind(identifier.kind, identifier.country) };
}

/** Returns the comparable forms of a number: without leading zeros, and without the prefix of its own country. */
function comparableForms({ kind, value, country }: Identifier): string[] {
  const whole = normaliseIdentifier(kind, value);
  const prefix = /^[A-Z]{2}(?=\d{5})/.exec(whole)?.[0];
  const isPrefix =
    prefix !== undefined && familiesOf(kind).includes('register') && (!country || sameCountry(prefix, country));
  return (isPrefix ? [whole, whole.slice(2)] : [whole]).map(withoutZeros);
}

function withoutZeros(form: string): string {
  return /^\d+$/.test(form) ? form.replace(/^0+/, '') : form;
}

/** Greece's own VAT prefix is EL. */
function sameCountry(a: string, b: string): boolean {
  const [one, other] = [a, b].map((code) => code.toUpperCase().replace(/^EL$/, 'GR'));
  return one === other;
}

function isTelling(form: string, a: Identifier, b: Identifier, valid: boolean | null): boolean {
  if (!/\d/.test(form) || /^(.)\1*$/.test(form)) return hasOwnForm(form, a, b, valid);
  if (form.length >= LENGTH_MIN || valid === true) return form.length >= LENGTH_FLOOR;
  const sameIssuer =
    a.kind === b.kind && a.country !== undefined && b.country !== undefined && sameCountry(a.country, b.country);
  return sameIssuer && form.length >= LENGTH_FLOOR;
}

/** A BIC of letters only is still a number: its form shows that. */
function hasOwnForm(form: string, a: Identifier, b: Identifier, valid: boolean | null): boolean {
  return (
    a.kind === b.kind &&
    a.kind === 'bic' &&
    form.length >= LENGTH_MIN &&
    (valid ?? validateIdentifier('bic', form)) === true
  );
}

function mayBeSame(a: Identifier, b: Identifier): boolean {
  if (isShared(a.kind) || isShared(b.kind)) return false;
  if (a.country && b.country && !isGlobal(a.kind) && !isGlobal(b.kind) && !sameCountry(a.country, b.country))
    return false;
  if (a.kind === b.kind) return true;
  const [families, others] = [familiesOf(a.kind), familiesOf(b.kind)];
  return families.includes('any') || others.includes('any') || families.some((family) => others.includes(family));
}

/** Returns true if either kind confirms it, false if every kind with check digits rejects it, null if no kind has any. */
function checkDigits(a: Identifier, b: Identifier): boolean | null {
  const answers = [a, b]
    .filter(({ kind }) => hasCheckDigit(kind))
    .map(checkOf)
    .filter((answer) => answer !== null);
  return answers.length === 0 ? null : answers.includes(true);
}

/** Checks one number; first adds the country's letters to a VAT number that lacks them. */
function checkOf({ kind, value, country }: Identifier): boolean | null {
  const form = normaliseIdentifier(kind, value);
  const lacksPrefix = kind === 'vat' && country !== undefined && !/^[A-Z]{2}/.test(form);
  if (kind === 'vat' && !country && !/^[A-Z]{2}/.test(form)) return null;
  return validateIdentifier(kind, lacksPrefix ? `${country.toUpperCase()}${form}` : form);
}

/** Characters of a label before its number: `INN: `, `Passport No. `, `IMO#`. */
const LABEL = /^[\p{L}][\p{L} .]*?(?:\bNO\.?|\bNUMBER|[:#№])+[\s:.#]*(?=\S)/u;

/**
 * Returns the comparable form of a number: in capitals, with digits of any script as ASCII, without separators and without the label that some
 * publishers write before it (`IMO 9187629`, `INN: 7707083893`). Restores leading zeros that a list lost if the kind has a fixed length. Bitcoin
 * addresses keep their lower case. Does not check whether the number is valid.
 */
export function normaliseIdentifier(kind: string, value: string): string {
  const scheme = schemeOf(kind);
  const folded = foldText(value);
  if (scheme?.caseCounts) return folded.replace(/\s/g, '');
  const upper = withoutLabel(kind, folded.toUpperCase());
  const bare = upper.replace(/[^\p{L}\p{N}*@+]+/gu, '');
  return /^\d+$/.test(bare) ? bare.padStart(ownValue(LENGTHS, schemeKind(kind)) ?? 0, '0') : bare;
}

/** Lengths of numbers that lists store as numerals, and so without their leading zeros. */
const LENGTHS: Readonly<Record<string, number>> = { 'br.cpf': 11, 'br.cnpj': 14, imo: 7 };

function withoutLabel(kind: string, text: string): string {
  const unlabelled = text.replace(LABEL, '');
  const own = (schemeKind(kind).split('.').at(-1) ?? '').toUpperCase();
  return own.length < 3 ? unlabelled : unlabelled.replace(new RegExp(`^${own}(?:[\\s:.#-]+|(?=\\d))(?=.{4})`), '');
}
