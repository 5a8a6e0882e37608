import type { Db } from '../db/open.ts';
import { countErased } from '../figures/erased.ts';
import { assert } from '../lib/assert.ts';

/** What belongs to the record and has events and audit entries of its own. */
export const OWN_SUBJECTS = `SELECT id FROM alerts WHERE verification_id = @id
  UNION SELECT id FROM capture_sessions WHERE verification_id = @id`;

/** A column that ties rows to a verification. */
export interface Owned {
  table: string;
  column: string;
}

/** Rows that outlive their record: they prove that it existed and hold nothing about the person. Used idempotency keys lose the stored response. */
const KEPT: readonly Owned[] = [
  { table: 'erasures', column: 'verification_id' },
  { table: 'figures', column: 'verification_id' },
  { table: 'idempotency', column: 'verification_id' },
  { table: 'person_verifications', column: 'verification_id' },
];

const isKept = ({ table, column }: Owned): boolean =>
  KEPT.some((kept) => kept.table === table && kept.column === column);

/** Returns every table whose rows belong to a verification. Finds them by their foreign keys, so no table is forgotten. */
export function ownedTables(db: Db): Owned[] {
  return db
    .prepare(
      `SELECT m.name AS "table", f."from" AS "column" FROM sqlite_master m, pragma_foreign_key_list(m.name) f
       WHERE m.type = 'table' AND f."table" = 'verifications' ORDER BY m.name, f."from"`,
    )
    .all() as Owned[];
}

/**
 * Removes, inside the caller's transaction, every row that belongs to a record and the personal data in the record's
 * own row. Rows that refer to the removed rows are removed with them.
 */
export function dropRows(db: Db, id: string): void {
  assert(db.inTransaction, 'a record loses its rows together with what says that it was erased');
  countErased(db, id);
  // Lets rows that refer to each other be deleted in any order.
  db.pragma('defer_foreign_keys = ON');
  dropDeliveries(db, id);
  for (const { table, column } of ownedTables(db).filter((owned) => !isKept(owned))) {
    db.prepare(`DELETE FROM ${table} WHERE ${column} = ?`).run(id);
  }
  db.prepare("UPDATE idempotency SET fingerprint = x'', sealed_body = x'' WHERE verification_id = ?").run(id);
  db.prepare(
    `UPDATE verifications SET sealed_submission = x'', sealed_decision = NULL, sealed_hold_reason = NULL, step = NULL,
       assignee = NULL, assigned_by = NULL, assigned_at = NULL WHERE id = ?`,
  ).run(id);
}

/**
 * Drops the deliveries of the record's events, of its alerts and of its capture sessions, with each attempt. Unsent deliveries go after they are
 * sent: receivers must learn what happened, and the events hold no personal data.
 */
function dropDeliveries(db: Db, id: string): void {
  db.prepare(
    `DELETE FROM webhook_deliveries WHERE state NOT IN ('pending', 'blocked') AND event_seq IN (SELECT seq FROM events
       WHERE subject_id = @id OR subject_id IN (${OWN_SUBJECTS}))`,
  ).run({ id });
}
