import type { Db } from '../db/open.ts';
import { assert } from '../lib/assert.ts';

/** A column by which rows belong to a verification. */
export interface Owned {
  table: string;
  column: string;
}

/** Rows that outlive their record: they say that it was, and nothing of whom. Used idempotency keys lose what was answered. */
const KEPT: readonly Owned[] = [
  { table: 'erasures', column: 'verification_id' },
  { table: 'idempotency', column: 'verification_id' },
  { table: 'person_verifications', column: 'verification_id' },
];

const isKept = ({ table, column }: Owned): boolean =>
  KEPT.some((kept) => kept.table === table && kept.column === column);

/** Every table whose rows belong to a verification, found by their foreign keys, so that none is ever forgotten. */
export function ownedTables(db: Db): Owned[] {
  return db
    .prepare(
      `SELECT m.name AS "table", f."from" AS "column" FROM sqlite_master m, pragma_foreign_key_list(m.name) f
       WHERE m.type = 'table' AND f."table" = 'verifications' ORDER BY m.name, f."from"`,
    )
    .all() as Owned[];
}

/**
 * Removes, inside the caller's transaction, every row that belongs to a record and what that record's own row holds of
 * anybody. What refers to these rows in turn goes with them.
 */
export function dropRows(db: Db, id: string): void {
  assert(db.inTransaction, 'a record loses its rows together with what says that it was erased');
  // Rows that refer to each other may go in any order.
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
 * What was sent of its events, and that of its alerts, with each attempt. What is still to be sent goes when it has been: receivers are
 * to hear what happened, and it says nothing of anybody.
 */
function dropDeliveries(db: Db, id: string): void {
  db.prepare(
    `DELETE FROM webhook_deliveries WHERE state NOT IN ('pending', 'blocked') AND event_seq IN (SELECT seq FROM events
       WHERE subject_id = @id OR subject_id IN (SELECT id FROM alerts WHERE verification_id = @id))`,
  ).run({ id });
}
