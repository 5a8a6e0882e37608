import type { Db } from '../../db/open.ts';
import { must } from '../../lib/assert.ts';
import { LIMITS } from '../../lib/limits.ts';
import { createEntryReader, type StoredEntry } from '../store/entries.ts';

/** Entries of the searched versions by the place of their version and their entity's row. */
export interface EntryCache {
  /** Null where its version was removed in the meantime. */
  get(version: number, entity: number): StoredEntry | null;
}

/** Reads entries as they are asked for, and keeps the ones that were asked for last. */
export function createEntryCache(db: Db, versionIds: readonly string[]): EntryCache {
  const reader = createEntryReader(db);
  /** Oldest use first. */
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
