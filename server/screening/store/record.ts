import { createHash } from 'node:crypto';
import type { EntityType, ListEntry, ListName } from '../types.ts';

/** A name as it is stored. */
export type StoredName = [name: string, kind: ListName['kind'], quality: ListName['quality']];

/** An entry's content as columns of `watchlist_records`. */
export interface StoredRecord {
  /** SHA-256 of the content: entries that say the same have the same. */
  hash: Buffer;
  type: EntityType;
  /** JSON of `StoredName[]`. */
  names: string;
  /** JSON of all the rest of the entry. */
  rest: string;
}

/** What an entry says, in the one form that all equal entries have. */
export function recordOf(entry: ListEntry): StoredRecord {
  const { type, names: listNames, ...others } = entry;
  const names = JSON.stringify(listNames.map(({ name, kind, quality }): StoredName => [name, kind, quality]));
  const rest = canonicalJson(others);
  const hash = createHash('sha256').update(`${type}\n${names}\n${rest}`).digest();
  return { hash, type, names, rest };
}

export function namesOf(json: string): ListName[] {
  return (JSON.parse(json) as StoredName[]).map(([name, kind, quality]) => ({ name, kind, quality }));
}

export function entryOf(row: Omit<StoredRecord, 'hash'>): ListEntry {
  return { type: row.type, names: namesOf(row.names), ...JSON.parse(row.rest) } as ListEntry;
}

/** JSON with the keys of every object in order, so that it does not depend on how a format builds its entries. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}
