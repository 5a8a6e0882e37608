import { besideModule } from '../../../models/threads/beside.ts';
import type { Db } from '../../db/open.ts';
import { askThread } from '../../lib/ask-thread.ts';
import { must } from '../../lib/assert.ts';
import { LIMITS } from '../../lib/limits.ts';
import type { Logger } from '../../lib/log.ts';
import { type NameIndex, openIndex } from '../index/search.ts';
import { createEntryReader, type StoredEntry } from '../store/entries.ts';
import type { ListVersion, Topic } from '../types.ts';
import { type BuiltLists, buildLists, buildSome } from './build.ts';
import { createNumberLookup, type FindByNumber } from './numbers.ts';
import type { PlaceTable } from './places.ts';
import type { BuildAnswer, BuildOrder } from './worker.ts';

/** List versions as they are searched: their names in memory, the rest of their entries in the database. */
export interface LoadedLists {
  versions: readonly ListVersion[];
  /** In the order of the versions. */
  topics: readonly Topic[][];
  names: NameIndex;
  places: PlaceTable;
  entries: EntryCache;
  findByNumber: FindByNumber;
}

export interface LoaderDeps {
  db: Db;
  /** The folder of the index between starts. null: it is built again. */
  cacheFolder: string | null;
  log: Logger;
  /** Ends the thread, and the load then rejects. */
  signal: AbortSignal;
}

const WORKER = besideModule(import.meta.url, 'worker');

/** Whether there are so few names that starting a thread would take longer than the work. */
export function isSmall(versions: readonly ListVersion[]): boolean {
  return versions.reduce((sum, { names }) => sum + names, 0) <= LIMITS.indexInlineNamesMax;
}

/** Loads a few names at once, on this thread. */
export function loadHere({ db }: Pick<LoaderDeps, 'db'>, versions: readonly ListVersion[]): LoadedLists {
  return open(db, versions, buildLists(db, idsOf(versions)));
}

/** Loads some entities of one version, as if it had no others. */
export function loadSome(db: Db, version: ListVersion, entities: readonly number[]): LoadedLists {
  const lists = open(db, [version], buildSome(db, version.id, entities));
  const wanted = new Set(entities);
  const findByNumber: FindByNumber = (...number) =>
    lists.findByNumber(...number).filter(({ entity }) => wanted.has(entity));
  return { ...lists, findByNumber };
}

/** Loads from the cache or builds again, in a thread with a separate connection. Rejects if that fails. */
export async function loadInThread(deps: LoaderDeps, versions: readonly ListVersion[]): Promise<LoadedLists> {
  const { db, cacheFolder, log, signal } = deps;
  // An in-memory database belongs to its connection alone.
  if (cacheFolder === null || db.memory) return loadHere(deps, versions);
  const startMs = performance.now();
  const order: BuildOrder = {
    databasePath: db.name,
    cacheFolder,
    versionIds: idsOf(versions),
  };
  const { built, fromCache, kept } = await askThread<BuildAnswer>(WORKER, order, { signal });
  const lists = open(db, versions, built);
  const durationMs = Math.round(performance.now() - startMs);
  log.info('watchlists.loaded', { lists: versions.length, names: lists.names.size, fromCache, kept, durationMs });
  return lists;
}

function open(db: Db, versions: readonly ListVersion[], { index, places, topics }: BuiltLists): LoadedLists {
  const ids = idsOf(versions);
  return {
    versions,
    topics,
    names: openIndex(index),
    places,
    entries: createEntryCache(db, ids),
    findByNumber: createNumberLookup(db, ids),
  };
}

function idsOf(versions: readonly ListVersion[]): string[] {
  return versions.map(({ id }) => id);
}

/** Entries of the searched versions, by version index and entity row. */
interface EntryCache {
  /** Null if its version was removed in the meantime. */
  get(version: number, entity: number): StoredEntry | null;
}

/** Reads entries on request, and keeps the most recently used ones. */
function createEntryCache(db: Db, versionIds: readonly string[]): EntryCache {
  const reader = createEntryReader(db);
  /** Least recently used first. */
  const kept = new Map<string, StoredEntry>();
  return {
    get(version, entity) {
      const key = `${version}:${entity}`;
      const known = kept.get(key);
      const entry = known ?? reader.get(entity, must(versionIds[version], 'an entry has a version'));
      if (!entry) return null;
      if (known) kept.delete(key);
      else if (kept.size >= LIMITS.searchEntriesKept) kept.delete(must(kept.keys().next().value, 'it is full'));
      kept.set(key, entry);
      return entry;
    },
  };
}
