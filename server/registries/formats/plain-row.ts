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
/** Columns of one value, in which the separator is a letter as any other. */
export const SINGLE_COLUMNS: ReadonlySet<RegisterColumn> = new Set(
  REGISTER_COLUMNS.filter((column) => !SEVERAL.includes(column)),
);

/** One row of a plain register. */
export interface PlainRow {
  /** What stands in one of our columns; empty where nothing does. */
  value(column: RegisterColumn): string;
  /** The values in it, without empty ones. */
  values(column: RegisterColumn): string[];
  /** Whether the file is somebody else's form: what cannot be read is left out then, and refused else. */
  mapped: boolean;
  fail(reason: string): never;
}

/** The day in a column; null where there is none. */
export function dayOf(row: PlainRow, column: RegisterColumn): string | null {
  const text = row.value(column);
  if (text === '') return null;
  if (isFullDate(text)) return text;
  return row.mapped ? null : row.fail(`${column} does not have the form YYYY-MM-DD.`);
}

/** The country in a column, ISO 3166-1 alpha-2; null where there is none. */
export function countryOf(row: PlainRow, column: RegisterColumn): string | null {
  const text = row.value(column);
  if (text === '') return null;
  const code = isoCountry(text);
  return code !== null || row.mapped
    ? code
    : row.fail(`${column} is not an ISO 3166-1 country code or an English country name.`);
}

/** `duns:X123`, or `tax/DE:X123` with the country that gave it. */
export function numberOf(text: string): RegisterIdentifier {
  const [, label, place, value] = /^([^:/]+)(?:\/([^:]+))?:(.+)$/s.exec(text) ?? [];
  if (label === undefined || value === undefined) return { kind: 'number', value: text };
  const country = place === undefined ? undefined : countryCode(place);
  const identifier: RegisterIdentifier = { kind: canonicalKind(label.trim(), country), value: value.trim() };
  if (country !== undefined) identifier.country = country;
  return identifier;
}
