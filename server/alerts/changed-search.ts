import { checkScreening } from '../checks/screening.ts';
import type { Hit } from '../checks/types.ts';
import type { Db } from '../db/open.ts';
import type { Policy } from '../decision/policy.ts';
import type { NewId } from '../lib/ids.ts';
import { LIMITS } from '../lib/limits.ts';
import type { ThresholdRules } from '../screening/match/rules.ts';
import { type SearchQuery, searchEntities, type WatchlistSearch } from '../screening/search.ts';
import type { EntityChange } from '../screening/store/compare.ts';
import { activeVersions } from '../screening/store/versions.ts';
import type { Subject } from './subject.ts';

interface Deps {
  db: Db;
  newId: NewId;
  rules: ThresholdRules;
  policy: Policy;
  watchlists: Pick<WatchlistSearch, 'current' | 'whenReady'>;
}

/**
 * Finds a subject among the changed entities of a version, each entity by its best hit, as a screening of the whole lists
 * would. A few entities get an index of their own; where a list is new or changed all over, the whole lists' index
 * is there already and is asked instead.
 */
export async function openChangedSearch(
  deps: Deps,
  versionId: string,
  changed: readonly EntityChange[],
): Promise<(subject: Subject) => Hit[]> {
  const small = changed.length <= LIMITS.changedEntitiesIndexMax;
  const search = small
    ? searchEntities(
        deps,
        versionId,
        changed.map(({ entity }) => entity),
      )
    : await searchWhole(deps, versionId, changed);
  return ({ queries }) => {
    const hits = queries.flatMap((query) => search({ ...query, limit: LIMITS.searchCandidatesMax }));
    const searched = queries.map(({ name }) => ({ source: 'submitted' as const, name }));
    return checkScreening({ hits, lists: [], searched, ready: true, policy: deps.policy }).hits;
  };
}

async function searchWhole(
  { db, watchlists }: Deps,
  versionId: string,
  changed: readonly EntityChange[],
): Promise<(query: SearchQuery) => Hit[]> {
  await watchlists.whenReady();
  const current = watchlists.current();
  const ids = new Set(changed.map(({ id }) => id));
  const code = activeVersions(db).find(({ id }) => id === versionId)?.code ?? '';
  return (query) =>
    current
      .search({ ...query, lists: [code] })
      .filter(({ entity, list }) => list.id === versionId && ids.has(entity.id));
}
