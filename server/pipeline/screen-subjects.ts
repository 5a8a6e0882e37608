import { setImmediate } from 'node:timers/promises';
import type { Subject } from '../alerts/subject.ts';
import type { Policy } from '../checks/policy.ts';
import { searchByOffices } from '../checks/ruled-out.ts';
import { thresholdRules } from '../checks/thresholds.ts';
import type { Hit, HitDismissal, SearchedList } from '../checks/types.ts';
import type { ListSearch, SearchQuery, WatchlistSearch } from '../screening/search.ts';

/** Further searches while the lists change; the last one lets nothing come between. */
const SEARCHES_MAX = 3;

/** The search of a run, by the thresholds of its policy. */
export interface RunSearch extends Pick<WatchlistSearch, 'whenReady'> {
  current(): ListSearch;
}

/** What subjects are screened with. */
export interface ScreeningContext {
  /** By the thresholds of the policy. */
  watchlists: RunSearch;
  /** Tells which hits of a subject people dismissed before. */
  dismissalsOf(subject: Subject): (hit: Hit) => HitDismissal | null;
  nowMs: number;
  policy: Policy;
}

export interface Screened {
  /** False: the lists are not there and could not be waited for, so that nothing was searched. */
  ready: boolean;
  /** Of each subject, in their order; what was dismissed before says so. */
  hits: Hit[][];
  lists: SearchedList[];
}

/** Whatever policy is in force meanwhile. */
export function searchUnder(watchlists: WatchlistSearch, policy: Policy): RunSearch {
  const rules = thresholdRules(policy);
  return { whenReady: watchlists.whenReady, current: () => watchlists.current(rules) };
}

/**
 * Searches one set of lists for all subjects, each by its own queries. Waits for lists that are being loaded. Between
 * subjects other work has its turn. Where another set has come into force by the end, everything is searched again: whoever was searched
 * in a former set would not be known to those who search the newer one for what has changed.
 */
export async function screenSubjects(context: ScreeningContext, subjects: readonly Subject[]): Promise<Screened> {
  const { watchlists, nowMs, policy } = context;
  if (!(await watchlists.whenReady())) return { ready: false, hits: subjects.map(() => []), lists: [] };
  for (let left = SEARCHES_MAX; ; left--) {
    const searched = watchlists.current();
    const current = { ...searched, search: searchByOffices(searched.search, policy, nowMs) };
    const lists = current.lists(nowMs);
    const hits: Hit[][] = [];
    for (const subject of subjects) {
      if (hits.length > 0 && left > 1) await setImmediate();
      hits.push(screenSubject(context, current, subject));
    }
    if (left === 1 || sameVersions(lists, watchlists.current().lists(nowMs))) return { ready: true, hits, lists };
  }
}

function screenSubject({ dismissalsOf }: ScreeningContext, current: ListSearch, subject: Subject): Hit[] {
  const dismissalOf = dismissalsOf(subject);
  return subject.queries
    .flatMap((query) => current.search(query))
    .map((hit) => {
      const dismissed = dismissalOf(hit);
      return dismissed === null ? hit : { ...hit, dismissed };
    });
}

function sameVersions(a: readonly SearchedList[], b: readonly SearchedList[]): boolean {
  return a.length === b.length && a.every(({ id }, at) => id === b[at]?.id);
}

/** First and last name, whichever there are. */
export function fullName(first: string | undefined, last: string | undefined): string {
  return [first, last].filter(Boolean).join(' ');
}

/** Where somebody belongs to, each country once; nothing where nothing is known. */
export function tiedTo(...countries: readonly (string | null | undefined)[]): Pick<SearchQuery, 'countries'> {
  const known = [...new Set(countries)].filter((country) => typeof country === 'string');
  return known.length === 0 ? {} : { countries: known };
}

/** An address on one line, without its country; nothing where nothing is known. */
export function addressLine(
  address: { line1?: string; line2?: string; city?: string; state?: string; postal_code?: string } = {},
): Pick<SearchQuery, 'address'> {
  const { line1, line2, city, state, postal_code } = address;
  const written = [line1, line2, city, state, postal_code].filter(Boolean).join(', ');
  return written === '' ? {} : { address: written };
}
