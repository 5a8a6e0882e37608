import { type Identifier, matchIdentifier } from '../../lib/identifiers/match.ts';
import { foldIdentifier } from '../store/identifier.ts';
import type { ListIdentifier } from '../types.ts';
import type { QueryIdentifier } from './query.ts';

/** Of a number of which nobody said what it is. */
const KIND_UNKNOWN = 'number';

/**
 * The listed number that is one of those asked for, in whatever writing; one whose check digits are right (`proven`) goes
 * before others.
 */
export function findEqualIdentifier(
  asked: readonly QueryIdentifier[],
  listed: readonly ListIdentifier[],
): { asked: QueryIdentifier; listed: ListIdentifier; proven: boolean } | null {
  let found: ReturnType<typeof findEqualIdentifier> = null;
  for (const identifier of asked) {
    const number: Identifier = { ...identifier, kind: identifier.kind ?? KIND_UNKNOWN };
    for (const candidate of listed) {
      const { agrees, checkDigitValid } = matchIdentifier(number, candidate);
      if (agrees && (!found || checkDigitValid)) {
        found = { asked: identifier, listed: candidate, proven: checkDigitValid === true };
      }
      if (found?.proven) return found;
    }
  }
  return found;
}

/** Numbers of digits alone are written with zeros before them up to so many digits (the Brazilian CNPJ). */
const PADDED_DIGITS_MAX = 14;

/**
 * The writings under which a number may be found: capitals and digits alone, also without and with leading zeros, and
 * without and with the letters of its country before them, which one writes and another does not.
 */
export function lookupForms(value: string, country?: string): string[] {
  const whole = foldIdentifier(value);
  if (whole === null) return [];
  const bare = [whole, whole.replace(/^[A-Z]{2}(?=\d{5})/, '')];
  const forms = [...bare, ...bare.map((form) => form.replace(/^0+(?=\d)/, ''))];
  const padded = [...forms, ...forms.flatMap(padWithZeros)];
  const prefixed = country === undefined ? [] : padded.filter((form) => /^\d/.test(form)).map((form) => country + form);
  return [...new Set([...padded, ...prefixed])];
}

function padWithZeros(form: string): string[] {
  if (!/^\d+$/.test(form)) return [];
  const count = Math.max(0, PADDED_DIGITS_MAX - form.length);
  return Array.from({ length: count }, (_, at) => '0'.repeat(at + 1) + form);
}
