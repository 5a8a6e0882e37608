import { createHmac } from 'node:crypto';
import type { PartyId } from '../checks/kyb/types.ts';
import type { Hit, ScreeningResult } from '../checks/types.ts';
import { compareTexts } from '../lib/text.ts';
import type { SearchQuery } from '../screening/search.ts';

const WHOLE_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Somebody who was screened: the questions that were put to the lists about them. */
export interface Subject {
  /** The verification's. */
  id: string;
  livemode: boolean;
  /** Of those whom the verification of a company names; null: the verification is of this one person. */
  party: PartyId | null;
  queries: readonly SearchQuery[];
}

/** What every stored screening has; only those of companies name parties. */
export interface Screening extends Pick<ScreeningResult, 'lists'> {
  hits: (Hit & { party?: PartyId })[];
  searched: { party?: PartyId; name: string; query?: SearchQuery }[];
}

/**
 * Who was searched for, by a stored result: one person, or each party of a company by themself. Older versions of the program kept
 * the names alone.
 */
export function subjectsOf(id: string, livemode: boolean, { searched }: Pick<Screening, 'searched'>): Subject[] {
  const subjects = new Map<PartyId | null, SearchQuery[]>();
  for (const { party = null, name, query } of searched) {
    subjects.set(party, [...(subjects.get(party) ?? []), query ?? { name, type: 'person' }]);
  }
  return [...subjects].map(([party, queries]) => ({ id, livemode, party, queries }));
}

/**
 * What a subject is known by when it comes again: an HMAC-SHA-256 over all that was searched for, so that a dismissal
 * holds for the same person in another verification, and comes back as soon as any of it changes. A name alone may be
 * anybody's, and so may one with a year of birth: without a whole birth date or an identifier the mark is this
 * verification's own, and this party's.
 */
export function subjectMark(key: Buffer, { id, livemode, party, queries }: Subject): Buffer {
  const told = queries.map(foldQuery).sort();
  const unique = queries.some(
    ({ birthDate, identifiers }) => WHOLE_DATE.test(birthDate ?? '') || (identifiers ?? []).length > 0,
  );
  const own = party === null ? id : `${id} ${party}`;
  const text = JSON.stringify([livemode ? 'live' : 'test', unique ? null : own, [...new Set(told)]]);
  return createHmac('sha256', key).update(text).digest();
}

/** The facts of a query in one writing, whatever their order, case and spacing; what is empty is left out. */
function foldQuery(query: SearchQuery): string {
  return JSON.stringify(foldValue(query));
}

function foldValue(value: unknown): unknown {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(foldValue).sort(byWriting);
  if (typeof value === 'object') {
    const parts = Object.entries(value).map(([name, part]) => [name, foldValue(part)] as const);
    return parts.filter(([, part]) => part !== '' && !(Array.isArray(part) && part.length === 0)).sort(byWriting);
  }
  return String(value).normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
}

function byWriting(a: unknown, b: unknown): number {
  return compareTexts(JSON.stringify(a), JSON.stringify(b));
}
