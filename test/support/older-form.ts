import { join } from 'node:path';
import { rowMacs } from '../../server/db/migrations/022-row-macs.ts';
import { openDatabase } from '../../server/db/open.ts';
import { GUARDED_NAMES } from '../../server/rows/tables.ts';

/**
 * Makes the databases of a folder as they were before rows had codes. `keysToo`: the database of keys vouches for nothing yet, and the
 * audit log is empty; else it is the newer one, beside which an older database was put.
 */
export function takeCodesAway(dataDir: string, { keysToo }: { keysToo: boolean }): void {
  const db = openDatabase(join(dataDir, 'custos.db'));
  // Later forms brought them.
  db.exec('ALTER TABLE operators DROP COLUMN sealed_factor');
  db.exec('DROP INDEX alerts_by_subject; ALTER TABLE alerts DROP COLUMN subject_mark');
  db.exec('DROP TABLE corrections');
  for (const table of GUARDED_NAMES.filter((name) => name !== 'corrections')) {
    db.exec(`ALTER TABLE ${table} DROP COLUMN mac`);
  }
  if (keysToo) db.exec('DELETE FROM audit');
  db.pragma(`user_version = ${rowMacs.version - 1}`);
  db.close();
  if (!keysToo) return;
  const keys = openDatabase(join(dataDir, 'keys.db'));
  keys.exec("DELETE FROM meta WHERE name = 'signing_key'; DELETE FROM audit_head; DELETE FROM audit_checkpoints");
  keys.close();
}
