import { createHmac } from 'node:crypto';
import type { ScreeningResult } from '../checks/types.ts';
import type { SearchQuery } from '../screening/search.ts';

/** Somebody who was screened: the questions that were put to the lists about them. */
export interface Subject {
  /** The verification's. */
  id: string;
  livemode: boolean;
  queries: readonly SearchQuery[];
}

/** What was searched for, by a stored result. Older versions of the program kept the names alone. */
export function subjectOf(id: string, livemode: boolean, { searched }: ScreeningResult): Subject {
  return { id, livemode, queries: searched.map(({ name, query }) => query ?? { name, type: 'person' }) };
}

/**
 * What a subject is known by when it comes again: an HMAC-SHA-256 over all that was searched for, so that a dismissal
 * holds for the same person in another verification, and comes back as soon as any of it changes. A name alone may be
 * anybody's: without a birth date or an identifier the mark is this verification's own.
 */
export function subjectMark(key: Buffer, { id, livemode, queries }: Subject): Buffer {
  const told = queries.map(foldQuery).sort();
  const unique = queries.some(
    ({ birthDate, identifiers }) => birthDate !== undefined || (identifiers ?? []).length > 0,
  );
  const text = JSON.stringify([livemode ? 'live' : 'test', unique ? null : id, [...new Set(told)]]);
  return createHmac('sha256', key).update(text).digest();
}

/** The facts of a query in one writing, whatever their order, case and spacing; keys sorted, lists sorted. */
function foldQuery(query: SearchQuery): string {
  const facts = Object.entries(query).map(([name, value]): [string, string[]] => [name, foldValue(value).sort()]);
  return JSON.stringify(facts.filter(([, value]) => value.length > 0).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function foldValue(value: unknown): string[] {
  if (value === undefined || value === null || value === '') return [];
  if (Array.isArray(value)) return value.flatMap(foldValue);
  if (typeof value === 'object') return [JSON.stringify(Object.entries(value).map(([, part]) => foldValue(part)))];
  return [String(value).normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()];
}
