import type { Statement } from 'better-sqlite3';
import type { Db } from './open.ts';

const KEPT = new WeakMap<Db, Map<string, Statement>>();

/** Returns the statement of this text, compiled once per database. Only for a small number of texts. */
export function prepared(db: Db, sql: string): Statement {
  const kept = KEPT.get(db) ?? new Map<string, Statement>();
  KEPT.set(db, kept);
  const statement = kept.get(sql) ?? db.prepare(sql);
  kept.set(sql, statement);
  return statement;
}
