import type { Db } from '../../db/open.ts';
import { AppError } from '../../lib/errors.ts';
import type { NewId } from '../../lib/ids.ts';
import type { ListEntry, ListVersion } from '../types.ts';
import { foldIdentifier } from './identifier.ts';
import { recordOf } from './record.ts';

/** What is known of a version before its entries are read. */
export type StagedVersion = Pick<
  ListVersion,
  'id' | 'code' | 'name' | 'format' | 'importerVersion' | 'contentHash' | 'fileHashes' | 'importedAtMs' | 'importedBy'
>;

/** What is known of it after that. */
export type ReadVersion = Pick<
  ListVersion,
  'publishedAt' | 'entries' | 'names' | 'types' | 'orphans' | 'recordsDeclared'
>;

/** Stores entries under a version that is still invisible. Each call must be inside a transaction. */
export interface Stage {
  /** Returns false if this same entry of the same source id is already present. Throws `list_invalid` if a different one is. */
  add(entry: ListEntry): boolean;
  /** Makes the version one that can be activated. */
  finish(read: ReadVersion): void;
}

/** Begins an invisible version. Call it inside a transaction. */
export function stageVersion(db: Db, version: StagedVersion, newId: NewId): Stage {
  db.prepare('INSERT INTO watchlists (code, name) VALUES (?, ?) ON CONFLICT DO NOTHING').run(
    version.code,
    version.name,
  );
  // Leftovers of an earlier attempt with this content are deleted when there is time. Until then they must not conflict.
  db.prepare(
    `UPDATE watchlist_versions SET content_hash = id WHERE code = @code AND content_hash = @contentHash
       AND importer_version = @importerVersion AND state = 'staged'`,
  ).run({ code: version.code, contentHash: version.contentHash, importerVersion: version.importerVersion });
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO watchlist_versions (id, code, state, format, importer_version, content_hash, file_hashes,
         imported_at, imported_by, entries, names, types, orphans, active)
       VALUES (@id, @code, 'staged', @format, @importerVersion, @contentHash, @fileHashes,
         @importedAtMs, @importedBy, 0, 0, '{}', '{}', 0)`,
    )
    .run({ ...version, fileHashes: JSON.stringify(version.fileHashes) });
  const seq = Number(lastInsertRowid);
  const entries = entryTable(db, seq);
  const storeRecord = recordStore(db);
  const findEntity = entityFinder(db, version.code, newId);
  /** Keys that were in the file more than once, with their number. */
  const twins = new Map<string, number>();
  let position = 0;
  return {
    add(entry) {
      let entity = findEntity(keyOf(entry, 1));
      const there = entries.find(entity);
      if (there !== null && entry.sourceId !== null) {
        if (storeRecord(entity, entry) !== there)
          throw new AppError(
            'list_invalid',
            `The entry ${entry.sourceId.slice(0, 64)} appears in the list twice, with different content. Get the list from its publisher again.`,
          );
        return false;
      }
      if (there !== null) {
        const nth = (twins.get(keyOf(entry, 1)) ?? 1) + 1;
        twins.set(keyOf(entry, 1), nth);
        entity = findEntity(keyOf(entry, nth));
      }
      entries.insert(position, entity, storeRecord(entity, entry));
      position += 1;
      return true;
    },
    finish(read) {
      db.prepare(
        `UPDATE watchlist_versions SET state = 'ready', published_at = @publishedAt, entries = @entries,
           names = @names, types = @types, orphans = @orphans, records_declared = @recordsDeclared WHERE seq = @seq`,
      ).run({ ...read, seq, types: JSON.stringify(read.types), orphans: JSON.stringify(read.orphans) });
    },
  };
}

/**
 * Returns the key by which an entity is recognised in another version. Equal entries without a publisher's number are distinguished by their order.
 */
function keyOf(entry: ListEntry, nth: number): string {
  if (entry.sourceId !== null) return `s:${entry.sourceId}`;
  return `n:${JSON.stringify([entry.type, entry.names[0].name, entry.birthDates, nth])}`;
}

/** Returns the row of the entity with this key, and creates it if there is none. New ids increase, so that their index grows at its end. */
function entityFinder(db: Db, code: string, newId: NewId): (key: string) => number {
  const find = db
    .prepare<[string, string], number>('SELECT row FROM watchlist_entities WHERE code = ? AND key = ?')
    .pluck();
  const insert = db.prepare('INSERT INTO watchlist_entities (id, code, key) VALUES (?, ?, ?)');
  return (key) => {
    const row = find.get(code, key) as number | undefined;
    if (row !== undefined) return row;
    return Number(insert.run(newId('ent'), code, key).lastInsertRowid);
  };
}

/** Returns the row of the entity's record with this content, and creates it with its numbers if there is none. */
function recordStore(db: Db): (entity: number, entry: ListEntry) => number {
  const find = db
    .prepare<[number, Buffer], number>('SELECT row FROM watchlist_records WHERE entity = ? AND hash = ?')
    .pluck();
  const insert = db.prepare(
    'INSERT INTO watchlist_records (entity, hash, type, names, rest) VALUES (@entity, @hash, @type, @names, @rest)',
  );
  const addIdentifier = db.prepare('INSERT OR IGNORE INTO watchlist_identifiers (value, record) VALUES (?, ?)');
  return (entity, entry) => {
    const record = recordOf(entry);
    const known = find.get(entity, record.hash) as number | undefined;
    if (known !== undefined) return known;
    const row = Number(insert.run({ ...record, entity }).lastInsertRowid);
    for (const { value } of entry.identifiers) {
      const folded = foldIdentifier(value);
      if (folded !== null) addIdentifier.run(folded, row);
    }
    return row;
  };
}

/** The entries of one version. */
function entryTable(db: Db, seq: number) {
  const insert = db.prepare('INSERT INTO watchlist_entries (version, position, entity, record) VALUES (?, ?, ?, ?)');
  const find = db
    .prepare<[number, number], number>('SELECT record FROM watchlist_entries WHERE entity = ? AND version = ?')
    .pluck();
  return {
    insert: (position: number, entity: number, record: number) => insert.run(seq, position, entity, record),
    /** The record of this entity's entry, or null. */
    find: (entity: number) => (find.get(entity, seq) as number | undefined) ?? null,
  };
}
