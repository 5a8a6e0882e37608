import { type Identifier, matchIdentifier } from '../../lib/identifiers/match.ts';
import { foldIdentifier } from '../store/identifier.ts';
import type { ListIdentifier } from '../types.ts';
import type { QueryIdentifier } from './query.ts';

/** For a number of unknown kind. */
const KIND_UNKNOWN = 'number';

/** Returns the listed number that is one of the requested ones, in any notation. One with correct check digits (`proven`) goes before others. */
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

/** Numbers of digits alone are padded with leading zeros up to this many digits (the Brazilian CNPJ). */
const PADDED_DIGITS_MAX = 14;

/**
 * Returns the notations under which a number may be found: capitals and digits alone, also without and with leading zeros, and
 * with and without the letters of its country, which some write and others do not.
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
