import { createHmac } from 'node:crypto';
import type { PartyId } from '../checks/kyb/types.ts';
import type { Hit, ScreeningResult } from '../checks/types.ts';
import { compareTexts } from '../lib/text.ts';
import type { SearchQuery } from '../screening/search.ts';

const WHOLE_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** A screened subject, with the queries that the lists were searched for. */
export interface Subject {
  /** The verification's id. */
  id: string;
  livemode: boolean;
  /** The party in a company's verification. null: the verification is of this one person. */
  party: PartyId | null;
  queries: readonly SearchQuery[];
}

/** The fields of every stored screening. Only those of companies name parties. */
export interface Screening extends Pick<ScreeningResult, 'lists'> {
  hits: (Hit & { party?: PartyId })[];
  searched: { party?: PartyId; name: string; query?: SearchQuery }[];
}

/**
 * Returns who was searched for, from a stored result: one person, or each party of a company separately. Older versions of the
 * program stored only the names.
 */
export function subjectsOf(id: string, livemode: boolean, { searched }: Pick<Screening, 'searched'>): Subject[] {
  const subjects = new Map<PartyId | null, SearchQuery[]>();
  for (const { party = null, name, query } of searched) {
    subjects.set(party, [...(subjects.get(party) ?? []), query ?? { name, type: 'person' }]);
  }
  return [...subjects].map(([party, queries]) => ({ id, livemode, party, queries }));
}

/**
 * Returns the mark by which a subject is recognised again: an HMAC-SHA-256 over everything that was searched for. A dismissal therefore applies to
 * the same person in another verification, and no longer applies once any of it changes. Many people share a name, or a name and a year of birth:
 * without a whole birth date or an identifier the mark is specific to this verification and party.
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

/** Returns the facts of a query in a canonical form, whatever their order, case and spacing. Empty ones are left out. */
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
