import { countryCode } from '../../datasets/countries.ts';
import { isFullDate } from '../../datasets/dates.ts';
import { canonicalKind } from '../../lib/identifiers/labels.ts';
import { REGISTER_COLUMNS } from '../../vocabulary/columns.ts';
import type { RegisterIdentifier } from '../types.ts';
import { isoCountry } from './records.ts';

export type RegisterColumn = (typeof REGISTER_COLUMNS)[number];

const SEVERAL: readonly RegisterColumn[] = [
  'former_names',
  'trading_names',
  'other_names',
  'activities',
  'identifiers',
  'owner_identifiers',
  'owner_interests',
];
/** Columns of one value, in which the separator is an ordinary character. */
export const SINGLE_COLUMNS: ReadonlySet<RegisterColumn> = new Set(
  REGISTER_COLUMNS.filter((column) => !SEVERAL.includes(column)),
);

/** One row of a plain register. */
export interface PlainRow {
  /** Returns the value of one of our columns, or an empty string. */
  value(column: RegisterColumn): string;
  /** Returns its values, without empty ones. */
  values(column: RegisterColumn): string[];
  /** Whether the file has another publisher's format: an unreadable value is then left out, and otherwise refused. */
  mapped: boolean;
  fail(reason: string): never;
}

/** Returns the day in a column, or null if there is none. */
export function dayOf(row: PlainRow, column: RegisterColumn): string | null {
  const text = row.value(column);
  if (text === '') return null;
  if (isFullDate(text)) return text;
  return row.mapped ? null : row.fail(`${column} does not have the form YYYY-MM-DD.`);
}

/** Returns the country in a column, ISO 3166-1 alpha-2, or null if there is none. */
export function countryOf(row: PlainRow, column: RegisterColumn): string | null {
  const text = row.value(column);
  if (text === '') return null;
  const code = isoCountry(text);
  return code !== null || row.mapped
    ? code
    : row.fail(`${column} is not an ISO 3166-1 country code or an English country name.`);
}

/** `duns:X123`, or `tax/DE:X123` with the issuing country. */
export function numberOf(text: string): RegisterIdentifier {
  const [, label, place, value] = /^([^:/]+)(?:\/([^:]+))?:(.+)$/s.exec(text) ?? [];
  if (label === undefined || value === undefined) return { kind: 'number', value: text };
  const country = place === undefined ? undefined : countryCode(place);
  const identifier: RegisterIdentifier = { kind: canonicalKind(label.trim(), country), value: value.trim() };
  if (country !== undefined) identifier.country = country;
  return identifier;
}
