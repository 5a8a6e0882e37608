import type { Db } from '../../db/open.ts';
import { LIMITS } from '../../lib/limits.ts';
import type { EntityType, ListEntry, ListName } from '../types.ts';
import { entryOf, namesOf, type StoredRecord } from './record.ts';

/** The names of one entry, for an index over all of them. */
export interface EntryNames {
  /** Row number of the entity: the same in every version of its list, only on this appliance. */
  entity: number;
  type: EntityType;
  /** The primary name first. */
  names: ListName[];
}

/** An entry of a version. */
export interface StoredEntry extends ListEntry {
  /** `ent_...`, the same in every version of the list. */
  id: string;
  /** Row number of the entity. */
  entity: number;
  /** Hex. It changes whenever anything in the entry does. */
  revision: string;
}

interface EntryRow extends StoredRecord {
  id: string;
  entity: number;
}

const SELECT_ENTRY = `
  SELECT t.id, t.row AS entity, r.hash, r.type, r.names, r.rest
  FROM watchlist_versions v
  JOIN watchlist_entries e ON e.version = v.seq
  JOIN watchlist_entities t ON t.row = e.entity
  JOIN watchlist_records r ON r.row = e.record`;

const READ_NAMES = `
  SELECT e.entity, r.type, r.names
  FROM watchlist_entries e JOIN watchlist_records r ON r.row = e.record
  WHERE e.version = @version AND e.position >= @from AND e.position < @from + @count ORDER BY e.position`;

/**
 * Yields the names of a version in the order of its file, one entry after the other. It reads in pieces: a long read keeps SQLite
 * from emptying the write-ahead log meanwhile, and emptying a large one takes a second. The entries of a version never change.
 */
export function* readNames(db: Db, versionId: string): Generator<EntryNames> {
  const extent = db.prepare<[string], { version: number | null; last: number }>(`
    SELECT version, max(position) AS last FROM watchlist_entries
    WHERE version = (SELECT seq FROM watchlist_versions WHERE id = ?)`);
  const { version, last } = extent.get(versionId) ?? { version: null, last: 0 };
  if (version === null) return;
  const read = db.prepare<
    [{ version: number; from: number; count: number }],
    { entity: number; type: EntityType; names: string }
  >(READ_NAMES);
  const count = LIMITS.listCompareEntries;
  for (let from = 0; from <= last; from += count) {
    for (const { entity, type, names } of read.all({ version, from, count })) {
      yield { entity, type, names: namesOf(names) };
    }
  }
}

/**
 * Returns the names of these entities in a version, for an index over a few of them. The cross join keeps SQLite from reading the
 * whole version for them.
 */
export function readNamesOf(db: Db, versionId: string, entities: readonly number[]): EntryNames[] {
  const rows = db.prepare<[string, string], { entity: number; type: EntityType; names: string }>(`
    SELECT e.entity, r.type, r.names
    FROM json_each(?) wanted
    CROSS JOIN watchlist_entries e ON e.entity = wanted.value AND e.version = (SELECT seq FROM watchlist_versions WHERE id = ?)
    JOIN watchlist_records r ON r.row = e.record`);
  return rows
    .all(JSON.stringify(entities), versionId)
    .map(({ entity, type, names }) => ({ entity, type, names: namesOf(names) }));
}

/** Yields the entries of a version in the order of its file. The connection can do nothing else until the iteration has ended. */
export function* readEntries(db: Db, versionId: string): Generator<StoredEntry> {
  const select = db.prepare<[string], EntryRow>(`${SELECT_ENTRY} WHERE v.id = ? ORDER BY e.position`);
  for (const row of select.iterate(versionId)) yield storedEntryOf(row);
}

/** Looks single entries up, with statements that are prepared once. */
export interface EntryReader {
  /** Returns the entry about this entity (`ent_...`, or its row number) in this version. Null if it has none. */
  get(entity: string | number, versionId: string): StoredEntry | null;
}

export function createEntryReader(db: Db): EntryReader {
  const byId = db.prepare<[string, string], EntryRow>(`${SELECT_ENTRY} WHERE v.id = ? AND t.id = ?`);
  const byRow = db.prepare<[string, number], EntryRow>(`${SELECT_ENTRY} WHERE v.id = ? AND e.entity = ?`);
  return {
    get(entity, versionId) {
      const row = typeof entity === 'string' ? byId.get(versionId, entity) : byRow.get(versionId, entity);
      return row ? storedEntryOf(row) : null;
    },
  };
}

function storedEntryOf(row: EntryRow): StoredEntry {
  return { id: row.id, entity: row.entity, revision: row.hash.toString('hex'), ...entryOf(row) };
}
