import { createHash } from 'node:crypto';
import type { EntityType, ListEntry, ListName } from '../types.ts';

/** A name as it is stored. */
export type StoredName = [name: string, kind: ListName['kind'], quality: ListName['quality']];

/** An entry's content as columns of `watchlist_records`. */
export interface StoredRecord {
  /** SHA-256 of the content: entries with the same content have the same hash. */
  hash: Buffer;
  type: EntityType;
  /** JSON of `StoredName[]`. */
  names: string;
  /** JSON of the rest of the entry. */
  rest: string;
}

/** Returns an entry's content in a canonical form, in whatever order a format fills its fields. */
export function recordOf(entry: ListEntry): StoredRecord {
  const names = JSON.stringify(entry.names.map(({ name, kind, quality }): StoredName => [name, kind, quality]));
  const rest = JSON.stringify({
    sourceId: entry.sourceId,
    birthDates: entry.birthDates,
    birthPlaces: entry.birthPlaces,
    genders: entry.genders,
    nationalities: entry.nationalities,
    countries: entry.countries,
    identifiers: entry.identifiers.map(sorted),
    addresses: entry.addresses.map(sorted),
    roles: entry.roles.map(sorted),
    relations: entry.relations.map(sorted),
    media: entry.media.map(sorted),
    programs: entry.programs,
    topics: entry.topics,
    listedAt: entry.listedAt,
    original: sorted(entry.original),
  });
  const hash = createHash('sha256').update(`${entry.type}\n${names}\n${rest}`).digest();
  return { hash, type: entry.type, names, rest };
}

/** Returns the same fields in the order of their names. */
function sorted<T extends object>(value: T): T {
  const keys = Object.keys(value) as (keyof T)[];
  return Object.fromEntries(keys.sort().map((key) => [key, value[key]])) as T;
}

export function namesOf(json: string): ListName[] {
  return (JSON.parse(json) as StoredName[]).map(([name, kind, quality]) => ({ name, kind, quality }));
}

export function entryOf(row: Omit<StoredRecord, 'hash'>): ListEntry {
  return { type: row.type, names: namesOf(row.names), ...JSON.parse(row.rest) } as ListEntry;
}
