import { AppError } from '../lib/errors.ts';
import type { Db } from './open.ts';
import { transact } from './transact.ts';

/** One step of a database's schema. Never edited once released: a later change is a new migration. */
export interface Migration {
  /** 1, 2, 3, ... without gaps. */
  version: number;
  name: string;
  sql: string;
}

/**
 * Migrates `db` to the newest schema, each migration in its own transaction; `user_version` holds the version. Throws
 * `folder_newer` if a newer program wrote the file.
 */
export function migrate(db: Db, migrations: readonly Migration[]): { from: number; to: number } {
  const from = db.pragma('user_version', { simple: true }) as number;
  const to = migrations.length;
  if (from > to) {
    throw new AppError(
      'folder_newer',
      `The database has schema version ${from}, and this program supports versions up to ${to}. Install the newer version of Custos again.`,
    );
  }
  for (const migration of migrations.slice(from)) {
    transact(db, () => {
      db.exec(migration.sql);
      db.pragma(`user_version = ${migration.version}`);
    });
  }
  return { from, to };
}
