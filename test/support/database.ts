import { migrate } from '../../server/db/migrate.ts';
import { MIGRATIONS } from '../../server/db/migrations/all.ts';
import { type Db, openDatabase } from '../../server/db/open.ts';

/** A database of the newest form, in memory. */
export function memoryDatabase(): Db {
  const db = openDatabase(':memory:');
  migrate(db, MIGRATIONS);
  return db;
}
