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
 * Finds a subject among the changed entities of a version (row numbers), each entity by its best hit, as a screening of
 * the whole lists would. A few entities get an index of their own; null stands for so many that the whole lists' index is
 * asked instead, and then finds unchanged ones too. Resolves when nobody is screened with a former version any more;
 * with null where this one is not in force, so that there is nothing to search. Throws `lists_not_ready`.
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
 * Finds a subject in all lists in force, each entity by its best hit, as a screening does. Resolves when they are loaded; with null where they cannot
 * be searched now.
 */
export async function openWholeSearch(
  deps: Pick<Deps, 'clock' | 'rules' | 'policy'> & { watchlists: Pick<WatchlistSearch, 'current' | 'whenReady'> },
): Promise<((subject: Subject) => Hit[]) | null> {
  if (!(await deps.watchlists.whenReady())) return null;
  return bySubject(deps, deps.watchlists.current(deps.rules).search);
}

/** What a search finds by any question about a subject, as a screening counts it. */
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

/** Several small indexes, so that other work has its turn while they are built. What they find does not depend on that. */
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
