import { setImmediate } from 'node:timers/promises';
import type { Subject } from '../alerts/subject.ts';
import type { Policy } from '../checks/policy.ts';
import { searchByOffices } from '../checks/ruled-out.ts';
import { thresholdRules } from '../checks/thresholds.ts';
import type { Hit, HitDismissal, SearchedList } from '../checks/types.ts';
import type { ListSearch, SearchQuery, WatchlistSearch } from '../screening/search.ts';

/** The number of further searches while the lists change. The last one runs without interruption. */
const SEARCHES_MAX = 3;

/** The search of a run, with its policy's thresholds. */
export interface RunSearch extends Pick<WatchlistSearch, 'whenReady'> {
  current(): ListSearch;
}

/** The context in which subjects are screened. */
export interface ScreeningContext {
  /** With the policy's thresholds. */
  watchlists: RunSearch;
  /** Returns a function that looks up earlier dismissals of a subject's hits. */
  dismissalsOf(subject: Subject): (hit: Hit) => HitDismissal | null;
  nowMs: number;
  policy: Policy;
}

export interface Screened {
  /** False: the lists were not ready and could not be awaited, so nothing was searched. */
  ready: boolean;
  /** The hits of each subject, in order, with earlier dismissals marked. */
  hits: Hit[][];
  lists: SearchedList[];
}

/** Uses this policy, whichever policy comes into force meanwhile. */
export function searchUnder(watchlists: WatchlistSearch, policy: Policy): RunSearch {
  const rules = thresholdRules(policy);
  return { whenReady: watchlists.whenReady, current: () => watchlists.current(rules) };
}

/**
 * Searches one set of lists for all subjects, each with its own queries. Waits for lists that are loading, and yields to other
 * work between subjects. If another set came into force meanwhile, everything is searched again: a search for changes in the
 * newer set does not include subjects searched in an older one.
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

/** Returns first and last name, as far as they are known. */
export function fullName(first: string | undefined, last: string | undefined): string {
  return [first, last].filter(Boolean).join(' ');
}

/** Returns the countries a subject is connected to, each once, or nothing if none is known. */
export function tiedTo(...countries: readonly (string | null | undefined)[]): Pick<SearchQuery, 'countries'> {
  const known = [...new Set(countries)].filter((country) => typeof country === 'string');
  return known.length === 0 ? {} : { countries: known };
}

/** Returns an address on one line, without its country, or nothing if none is known. */
export function addressLine(
  address: { line1?: string; line2?: string; city?: string; state?: string; postal_code?: string } = {},
): Pick<SearchQuery, 'address'> {
  const { line1, line2, city, state, postal_code } = address;
  const written = [line1, line2, city, state, postal_code].filter(Boolean).join(', ');
  return written === '' ? {} : { address: written };
}
