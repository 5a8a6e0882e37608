import { countryCode } from '../../datasets/countries.ts';
import type { ListFile } from '../../datasets/file.ts';
import { isObject, type JsonObject } from '../../datasets/json-lines.ts';
import { isPlaceholder } from '../../datasets/placeholder.ts';
import { isCountry } from '../../lib/identifiers/countries.ts';
import { ownValue } from '../../lib/own.ts';
import type { RegisterAddress, RegisterCompany } from '../types.ts';

/** The number of records in a batch, if the file gives them one by one. */
const LOT_RECORDS = 500;

/** The United Kingdom and its parts, which registers write for the country in many ways (`England & Wales (UK)`). */
const UNITED_KINGDOM =
  /^(?:u\.?k\.?|wales|britain)$|\b(?:england|scotland|northern ireland|united kingdom|great britain)\b/i;

/** Returns the ISO 3166-1 alpha-2 code of a country as registers write it: its code or English name. Null if it is none. */
export function isoCountry(text: string): string | null {
  if (text === '') return null;
  const code = countryCode(text);
  if (code.length === 2 && isCountry(code)) return code;
  return UNITED_KINGDOM.test(text) ? 'GB' : null;
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Returns the day with which `text` begins (`2012-12-31T00:00:00+01:00`), YYYY-MM-DD. Null if it is not a calendar day. */
export function isoDay(text: string): string | null {
  if (text.length < 10 || text.charAt(4) !== '-' || text.charAt(7) !== '-') return null;
  return calendarDay(text, 0, 5, 8) ? text.slice(0, 10) : null;
}

/** Returns the day in the notation of the United Kingdom, `31/12/2012`, as YYYY-MM-DD. Null if it is none. */
export function britishDay(text: string): string | null {
  if (text.length !== 10 || text.charAt(2) !== '/' || text.charAt(5) !== '/') return null;
  return calendarDay(text, 6, 3, 0) ? `${text.slice(6)}-${text.slice(3, 5)}-${text.slice(0, 2)}` : null;
}

/** Whether the digits at these positions are a year, a month and a day of the calendar. It avoids `Date`, because millions of rows need it. */
function calendarDay(text: string, yearAt: number, monthAt: number, dayAt: number): boolean {
  const year = digits(text, yearAt, 4);
  const month = digits(text, monthAt, 2);
  const day = digits(text, dayAt, 2);
  if (Number.isNaN(year) || Number.isNaN(day) || !(month >= 1 && month <= 12)) return false;
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return day >= 1 && day <= (isLeap && month === 2 ? 29 : (DAYS[month - 1] ?? 0));
}

function digits(text: string, from: number, count: number): number {
  let value = 0;
  for (let at = from; at < from + count; at += 1) {
    const digit = text.charCodeAt(at) - 48;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

/** Returns the latest day in the files' names, `...-2024-01-01.csv` or `20240101-...`. Null if none has one. */
export function dayInNames(files: readonly ListFile[]): string | null {
  const days = files.map(({ name }) => {
    const [, year, month, day] = /(?<!\d)(20\d\d)-?(\d\d)-?(\d\d)(?!\d)/.exec(name) ?? [];
    return isoDay(`${year}-${month}-${day}`);
  });
  return (
    days
      .filter((day) => day !== null)
      .toSorted()
      .at(-1) ?? null
  );
}

/** Returns an address of these parts, from the street to the country. Null if all are empty. */
export function addressOf(
  parts: readonly string[],
  city: string,
  postalCode: string,
  country: string,
): RegisterAddress | null {
  const text = parts.filter((part) => part !== '').join(', ');
  if (text === '') return null;
  return { text, city: city || null, postalCode: postalCode || null, country: isoCountry(country) };
}

/** Returns a company's keys: the register's own, and all others, each once. */
export function keysOf(own: string, ...others: (string | null)[]): RegisterCompany['keys'] {
  const keys: RegisterCompany['keys'] = [own];
  for (const key of others) if (key !== null && !keys.includes(key)) keys.push(key);
  return keys;
}

/** Adds a former, trading or other name, unless it is empty, says that there is none, or is already present. */
export function addName(
  { name, otherNames }: Pick<RegisterCompany, 'name' | 'otherNames'>,
  other: string,
  kind: RegisterCompany['otherNames'][number]['kind'],
): void {
  if (other === '' || isPlaceholder(other) || other === name || otherNames.some((known) => known.name === other))
    return;
  otherNames.push({ name: other, kind });
}

/** Returns the status for a register's word by its table, whose keys are in small letters. */
export function statusOf(
  text: string,
  table: Readonly<Record<string, RegisterCompany['status']>>,
): RegisterCompany['status'] {
  return ownValue(table, text.toLowerCase()) ?? 'unknown';
}

/** Returns the same names, each with the result of `read` for its value. */
export function mapValues<Name extends string, A, B>(values: Readonly<Record<Name, A>>, read: (value: A) => B) {
  return Object.fromEntries(Object.entries<A>(values).map(([name, value]) => [name, read(value)])) as Record<Name, B>;
}

/** Groups single items into batches. */
export async function* inLots<T>(items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let lot: T[] = [];
  for await (const item of items) {
    lot.push(item);
    if (lot.length < LOT_RECORDS) continue;
    yield lot;
    lot = [];
  }
  if (lot.length > 0) yield lot;
}

/** Returns a text of an object, trimmed. Empty if there is none. */
export function textOf(object: JsonObject, name: string): string {
  const value = object[name];
  return typeof value === 'string' ? value.trim() : '';
}

/** Returns an object of an object. Empty if there is none. */
export function partOf(object: JsonObject, name: string): JsonObject {
  const value = object[name];
  return isObject(value) ? value : {};
}
