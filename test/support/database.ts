import { writeFileSync } from 'node:fs';
import { migrate } from '../../server/db/migrate.ts';
import { MIGRATIONS } from '../../server/db/migrations/all.ts';
import { type Db, openCopy, openDatabase } from '../../server/db/open.ts';

let empty: Buffer | undefined;

/** The file of an empty database with the newest schema. A process makes it once: 21 migrations take ten times as long as a copy. */
export function emptyDatabase(): Buffer {
  if (empty) return empty;
  const db = openDatabase(':memory:');
  migrate(db, MIGRATIONS);
  empty = db.serialize();
  db.close();
  return empty;
}

/** A database with the newest schema, in memory. */
export function memoryDatabase(): Db {
  const db = openCopy(emptyDatabase());
  db.pragma('foreign_keys = ON');
  db.pragma('secure_delete = ON');
  return db;
}

/** A new database with the newest schema, in the file `path`. */
export function fileDatabase(path: string): Db {
  writeFileSync(path, emptyDatabase(), { mode: 0o600 });
  return openDatabase(path);
}
