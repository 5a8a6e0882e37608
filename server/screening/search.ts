import { ageOfList, versionLabel } from '../datasets/age.ts';
import { AppError } from '../lib/errors.ts';
import type { NewId } from '../lib/ids.ts';
import { LIMITS } from '../lib/limits.ts';
import type { Logger } from '../lib/log.ts';
import type { Hit, SearchedList } from './hits.ts';
import { isSmall, type LoadedLists, type LoaderDeps, loadHere, loadInThread, loadSome } from './loader/load.ts';
import { createTurns } from './loader/turns.ts';
import { findMatches } from './match/find.ts';
import { hitOf } from './match/hit.ts';
import type { SearchQuery } from './match/query.ts';
import type { ThresholdRules } from './match/rules.ts';
import { activeVersions, getVersion } from './store/versions.ts';
import type { ListVersion } from './types.ts';

export type { SearchQuery } from './match/query.ts';

/** Finds people and companies on one set of list versions. */
export interface ListSearch {
  /**
   * Returns hits at or above their thresholds, best first. The same query and versions always return the same answer, except for
   * the ids of the hits. A name without a letter or digit finds nothing except by its identifiers. Throws `lists_not_ready`.
   */
  search(query: SearchQuery): Hit[];
  /** Returns the searched lists and their age at `nowMs`. Empty: there is no list, so nothing can pass. */
  lists(nowMs: number): SearchedList[];
}

/** The search of the active watchlists: it uses one set of versions until a newer set has been loaded completely. */
export interface WatchlistSearch extends ListSearch {
  /** Whether there is a set to search, even one without any list, and the newest one could be loaded or is loading. */
  readonly ready: boolean;
  /** Why the newest versions cannot be searched, as a sentence for a reader. null while nothing is wrong. */
  readonly problem: string | null;
  /** Resolves with `ready` when loading has succeeded or failed, or after this many milliseconds. A failed load is tried again. */
  whenReady(timeoutMs?: number): Promise<boolean>;
  /**
   * Returns the set that is searched now, for several searches that must use the same one. Throws `lists_not_ready`.
   * @param rules by default those in force
   */
  current(rules?: ThresholdRules): ListSearch;
  /**
   * Loads the versions that are now active in the database, after an import or a rollback. Resolves when they are searched, or
   * when `problem` says why they cannot be.
   */
  reload(): Promise<void>;
  /** Ends a running load. Nothing is loaded any more. */
  close(): void;
}

export interface WatchlistSearchDeps extends Pick<LoaderDeps, 'db'> {
  newId: NewId;
  rules: ThresholdRules;
  /** The folder of the index between starts. */
  cacheFolder?: string | null;
  log?: Logger;
}

const SILENT: Logger = { info() {}, warn() {}, error() {} };
const PROBLEM = 'The watchlists could not be loaded. See the log for the cause. The next verification tries again.';
const LOADING = 'The watchlists are still loading. Try again in a few seconds.';

/** Returns the search over the lists that are active in `db`, and begins to load them at once. */
export function createWatchlistSearch(deps: WatchlistSearchDeps): WatchlistSearch {
  const closing = new AbortController();
  const loader: LoaderDeps = {
    db: deps.db,
    cacheFolder: deps.cacheFolder ?? null,
    log: deps.log ?? SILENT,
    signal: closing.signal,
  };
  let loaded: LoadedLists | null = null;
  let problem: string | null = null;
  const take = (lists: LoadedLists): void => {
    loaded = lists;
    problem = null;
  };
  const fail = (error: unknown): void => {
    if (closing.signal.aborted) return;
    problem = PROBLEM;
    loader.log.error('watchlists.failed', {}, error);
  };
  /** Begins to load. Returns undefined if it has already ended. */
  const load = (): Promise<void> | undefined => {
    if (closing.signal.aborted) return undefined;
    try {
      const versions = activeVersions(deps.db);
      if (loaded && sameContent(loaded.versions, versions)) take({ ...loaded, versions });
      else if (isSmall(versions)) take(loadHere(loader, versions));
      else return loadInThread(loader, versions).then(take).catch(fail);
    } catch (error) {
      fail(error);
    }
    return undefined;
  };
  const turns = createTurns(load);
  /** Facts about the versions, such as their dates and age limits, may change without a new version. */
  const refresh = (): LoadedLists | null => {
    const versions = activeVersions(deps.db);
    if (loaded && sameContent(loaded.versions, versions)) loaded = { ...loaded, versions };
    return loaded;
  };
  const current = (rules = deps.rules): ListSearch => {
    const lists = refresh();
    if (!lists || problem !== null) throw new AppError('lists_not_ready', problem ?? LOADING);
    const { newId } = deps;
    return {
      search: (query) => searchLists(lists, query, { newId, rules }),
      lists: (nowMs) => presentLists(lists, nowMs),
    };
  };
  const isReady = (): boolean => loaded !== null && problem === null;
  void turns.run();
  return {
    get ready() {
      return isReady();
    },
    get problem() {
      return problem;
    },
    async whenReady(timeoutMs = LIMITS.listsReadyTimeoutMs) {
      if (problem !== null) void turns.run();
      if (!isReady()) await turns.settled(timeoutMs);
      return isReady();
    },
    current,
    search: (query) => current().search(query),
    lists(nowMs) {
      const lists = refresh();
      return lists ? presentLists(lists, nowMs) : [];
    },
    reload: turns.run,
    close: () => closing.abort(),
  };
}

/**
 * Returns a search over only some entities of one version, with the same comparison, thresholds and explanations as the search of
 * whole lists. Builds a small index at once. Throws `not_found`.
 */
export function searchEntities(
  deps: Pick<WatchlistSearchDeps, 'db' | 'newId' | 'rules'>,
  versionId: string,
  entities: readonly number[],
): ListSearch['search'] {
  const lists = loadSome(deps.db, getVersion(deps.db, versionId), entities);
  return (query) => searchLists(lists, query, deps);
}

/** Returns a search over exactly these versions, in force or not, with a separate index. Throws `not_found` if one of them is no longer kept. */
export async function openVersions(deps: WatchlistSearchDeps, versionIds: readonly string[]): Promise<ListSearch> {
  const versions = versionIds.map((id) => getVersion(deps.db, id));
  const loader = {
    db: deps.db,
    cacheFolder: deps.cacheFolder ?? null,
    log: SILENT,
    signal: new AbortController().signal,
  };
  const lists = isSmall(versions) ? loadHere(loader, versions) : await loadInThread(loader, versions);
  return { search: (query) => searchLists(lists, query, deps), lists: (nowMs) => presentLists(lists, nowMs) };
}

function searchLists(
  lists: LoadedLists,
  query: SearchQuery,
  { rules, newId }: Pick<WatchlistSearchDeps, 'newId' | 'rules'>,
): Hit[] {
  const matches = findMatches(lists, query, rules, query.limit ?? LIMITS.hitsMax);
  return matches.map((match) => hitOf(match, newId('hit')));
}

function presentLists({ versions, topics }: LoadedLists, nowMs: number): SearchedList[] {
  return versions.map((version, at) => {
    const { id, code, name, entries } = version;
    const { dated, ageDays, stale } = ageOfList(version, nowMs);
    const label = versionLabel(version);
    return {
      id,
      code,
      name,
      version: label,
      dated,
      age_days: ageDays,
      stale,
      entries,
      topics: [...(topics[at] ?? [])],
    };
  });
}

/** Whether these are the same versions, whatever else is known about them. */
function sameContent(a: readonly ListVersion[], b: readonly ListVersion[]): boolean {
  return a.length === b.length && a.every(({ id }, at) => id === b[at]?.id);
}
