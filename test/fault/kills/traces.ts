import type { Db } from '../../../server/db/open.ts';

/**
 * Tables that outlive the record on purpose: the skeleton, its times for the figures, the certificate, the audit log, events, links of companies, used
 * idempotency keys.
 */
const OUTLIVING = ['verifications', 'figures', 'erasures', 'audit', 'events', 'person_verifications', 'idempotency'];

/** The tables of the main database that contain the id in any column, except those that may. */
export function tracesOf(db: Db, id: string): string[] {
  const tables = db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all() as string[];
  return tables.filter((table) => {
    if (OUTLIVING.includes(table)) return false;
    const columns = db.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table) as string[];
    const anywhere = columns.map((column) => `"${column}" = @id`).join(' OR ');
    return db.prepare(`SELECT 1 FROM "${table}" WHERE ${anywhere} LIMIT 1`).get({ id }) !== undefined;
  });
}
