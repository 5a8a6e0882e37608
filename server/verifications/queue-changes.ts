import type { Db } from '../db/open.ts';

/** The tables through which a record changes, and where its id is in them. */
const CHANGES = [
  ['verifications', 'INSERT', 'NEW.id'],
  ['verifications', 'UPDATE', 'NEW.id'],
  ['verifications', 'DELETE', 'OLD.id'],
  ['verification_reasons', 'INSERT', 'NEW.verification_id'],
  ['verification_reasons', 'DELETE', 'OLD.verification_id'],
  ['alerts', 'INSERT', 'NEW.verification_id'],
  ['alerts', 'UPDATE', 'NEW.verification_id'],
  ['alerts', 'DELETE', 'OLD.verification_id'],
] as const;

/**
 * Calls `onChange` with the id of each record that changes through this connection, as part of the change itself, so that no caller has to. A change
 * may still be rolled back, so read the record when no transaction runs. The triggers belong to the connection and are stored in no file.
 */
export function watchRecords(db: Db, onChange: (id: string) => void): void {
  db.function('custos_record_changed', (id) => {
    onChange(String(id));
    return null;
  });
  for (const [table, act, id] of CHANGES) {
    db.exec(`
      CREATE TEMP TRIGGER IF NOT EXISTS ${table}_${act.toLowerCase()}_seen AFTER ${act} ON main.${table}
      BEGIN SELECT custos_record_changed(${id}); END`);
  }
}
