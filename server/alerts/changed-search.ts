import { setImmediate } from 'node:timers/promises';
import type { BaseDeps } from '../audit/deps.ts';
import type { Policy } from '../checks/policy.ts';
import { isStanding, searchByOffices } from '../checks/ruled-out.ts';
import { keepHits } from '../checks/screening.ts';
import type { Hit } from '../checks/types.ts';
import { LIMITS } from '../lib/limits.ts';
import type { ThresholdRules } from '../screening/match/rules.ts';
import { type ListSearch, type SearchQuery, searchEntities, type WatchlistSearch } from '../screening/search.ts';
import { activeVersions } from '../screening/store/versions.ts';
import type { Subject } from './subject.ts';

interface Deps extends Pick<BaseDeps, 'db' | 'clock' | 'newId'> {
  rules: ThresholdRules;
  policy: Policy;
  watchlists: Pick<WatchlistSearch, 'current' | 'reload'>;
}

/**
 * Returns a search for a subject among the changed entities of a version (row numbers), each entity by its best hit, like a
 * screening of the whole lists. A few entities get a separate index. null: too many, and the whole lists' index is searched
 * instead, which then finds unchanged ones too. Resolves when no subject is screened with a former version any more, or with null
 * if this version is not in force, so that there is nothing to search. Throws `lists_not_ready`.
 */
export async function openChangedSearch(
  deps: Deps,
  versionId: string,
  changed: readonly number[] | null,
): Promise<((subject: Subject) => Hit[]) | null> {
  await deps.watchlists.reload();
  const version = activeVersions(deps.db).find(({ id }) => id === versionId);
  if (!version) return null;
  if (changed) return bySubject(deps, await searchChanged(deps, versionId, changed));
  const current = deps.watchlists.current(deps.rules);
  return bySubject(deps, (query) =>
    current.search({ ...query, lists: [version.code] }).filter(({ list }) => list.id === versionId),
  );
}

/**
 * Returns a search for a subject in all lists in force, each entity by its best hit, like a screening. Resolves when they are
 * loaded, or with null if they cannot be searched now.
 */
export async function openWholeSearch(
  deps: Pick<Deps, 'clock' | 'rules' | 'policy'> & { watchlists: Pick<WatchlistSearch, 'current' | 'whenReady'> },
): Promise<((subject: Subject) => Hit[]) | null> {
  if (!(await deps.watchlists.whenReady())) return null;
  return bySubject(deps, deps.watchlists.current(deps.rules).search);
}

/** Returns what a search finds by any query about a subject, as a screening counts it. */
function bySubject(
  { clock, policy }: Pick<Deps, 'clock' | 'policy'>,
  asked: (query: SearchQuery) => Hit[],
): (subject: Subject) => Hit[] {
  const search = searchByOffices(asked, policy, clock.now());
  return ({ queries }) => {
    const hits = queries.flatMap((query) => search({ ...query, limit: LIMITS.searchCandidatesMax }));
    return keepHits(hits, policy).filter(isStanding);
  };
}

/** Builds several small indexes, so that other work runs in between. The results do not depend on that. */
async function searchChanged(
  deps: Deps,
  versionId: string,
  changed: readonly number[],
): Promise<(query: SearchQuery) => Hit[]> {
  const searches: ListSearch['search'][] = [];
  for (let from = 0; from < changed.length; from += LIMITS.changedEntitiesAtOnce) {
    await setImmediate();
    searches.push(searchEntities(deps, versionId, changed.slice(from, from + LIMITS.changedEntitiesAtOnce)));
  }
  return (query) => searches.flatMap((search) => search(query));
}
