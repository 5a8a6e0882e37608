import { createHash } from 'node:crypto';
import type { Db } from '../../db/open.ts';
import { AppError } from '../../lib/errors.ts';
import { idOfBytes } from '../../lib/ids.ts';
import type { ListEntry, ListVersion } from '../types.ts';
import { foldIdentifier } from './identifier.ts';
import { recordOf, type StoredRecord } from './record.ts';

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

/** Puts entries under a version that nobody sees yet. Each call belongs inside a transaction. */
export interface Stage {
  /** False where this very entry of the same source id is there already. Throws `list_invalid` where another one is. */
  add(entry: ListEntry): boolean;
  /** Makes the version one that can be activated. */
  finish(read: ReadVersion): void;
}

/** Begins a version, unseen. To be called inside a transaction. */
export function stageVersion(db: Db, version: StagedVersion): Stage {
  db.prepare('INSERT INTO watchlists (code, name) VALUES (?, ?) ON CONFLICT DO NOTHING').run(
    version.code,
    version.name,
  );
  const { lastInsertRowid } = db
    .prepare(
      `INSERT INTO watchlist_versions (id, code, state, format, importer_version, content_hash, file_hashes,
         imported_at, imported_by, entries, names, types, orphans, active)
       VALUES (@id, @code, 'staged', @format, @importerVersion, @contentHash, @fileHashes,
         @importedAtMs, @importedBy, 0, 0, '{}', '{}', 0)`,
    )
    .run({ ...version, fileHashes: JSON.stringify(version.fileHashes) });
  const seq = Number(lastInsertRowid);
  const place = entryPlacer(db, seq);
  const storeRecord = recordStore(db);
  const findEntity = entityFinder(db, version.code);
  let position = 0;
  return {
    add(entry) {
      const record = storeRecord(recordOf(entry), entry);
      for (let nth = 1; ; nth++) {
        const entity = findEntity(keyOf(entry, nth));
        const there = place(position, entity, record);
        if (there === null) break;
        if (entry.sourceId !== null && there === record) return false;
        if (entry.sourceId !== null) throw twice(entry.sourceId);
      }
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

/** By what an entity is known again in another version. Among equals without a number of the publisher's own, by their order. */
function keyOf(entry: ListEntry, nth: number): string {
  if (entry.sourceId !== null) return `s:${entry.sourceId}`;
  return `n:${JSON.stringify([entry.type, entry.names[0].name, entry.birthDates, nth])}`;
}

/** The row of the entity with this key, made where there is none. Its id follows from the list's code and the key. */
function entityFinder(db: Db, code: string): (key: string) => number {
  const find = db
    .prepare<[string, string], number>('SELECT row FROM watchlist_entities WHERE code = ? AND key = ?')
    .pluck();
  const insert = db.prepare('INSERT INTO watchlist_entities (id, code, key) VALUES (?, ?, ?)');
  return (key) => {
    const row = find.get(code, key) as number | undefined;
    if (row !== undefined) return row;
    const digest = createHash('sha256').update(`${code}\n${key}`).digest();
    return Number(insert.run(idOfBytes('ent', digest.subarray(0, 16)), code, key).lastInsertRowid);
  };
}

/** The row of the record with this content, made with its numbers where there is none. */
function recordStore(db: Db): (record: StoredRecord, entry: ListEntry) => number {
  const find = db.prepare<[Buffer], number>('SELECT row FROM watchlist_records WHERE hash = ?').pluck();
  const insert = db.prepare(
    'INSERT INTO watchlist_records (hash, type, names, rest) VALUES (@hash, @type, @names, @rest)',
  );
  const addIdentifier = db.prepare('INSERT OR IGNORE INTO watchlist_identifiers (value, record) VALUES (?, ?)');
  return (record, entry) => {
    const known = find.get(record.hash) as number | undefined;
    if (known !== undefined) return known;
    const row = Number(insert.run(record).lastInsertRowid);
    for (const { value } of entry.identifiers) {
      const folded = foldIdentifier(value);
      if (folded !== null) addIdentifier.run(folded, row);
    }
    return row;
  };
}

/** Puts an entry at its place; where the entity has one in this version already, gives that one's record instead. */
function entryPlacer(db: Db, seq: number): (position: number, entity: number, record: number) => number | null {
  const insert = db.prepare(
    'INSERT INTO watchlist_entries (version, position, entity, record) VALUES (?, ?, ?, ?) ON CONFLICT (entity, version) DO NOTHING',
  );
  const find = db
    .prepare<[number, number], number>('SELECT record FROM watchlist_entries WHERE entity = ? AND version = ?')
    .pluck();
  return (position, entity, record) =>
    insert.run(seq, position, entity, record).changes === 1 ? null : (find.get(entity, seq) as number);
}

function twice(sourceId: string): AppError {
  return new AppError(
    'list_invalid',
    `The entry ${sourceId.slice(0, 64)} stands in the list twice, with two contents. Get the list again from its publisher.`,
  );
}
