import { join } from 'node:path';
import type { Config } from '../../server/appliance/config.ts';
import { recoveryKeyInForce } from '../../server/backup/recovery-store.ts';
import { rowMacs } from '../../server/db/migrations/022-row-macs.ts';
import { openDatabase } from '../../server/db/open.ts';
import { must } from '../../server/lib/assert.ts';
import { GUARDED_NAMES } from '../../server/rows/tables.ts';
import { readMeta, removeMeta, writeMeta } from '../../server/vault/key-meta.ts';
import { openKeyStore } from '../../server/vault/key-store.ts';
import { deriveKey } from '../../server/vault/master-key.ts';
import { seal, unseal } from '../../server/vault/seal.ts';

const LATER_TABLES = [
  'corrections',
  'face_choices',
  'comparison_scans',
  'figures',
  'figure_hits',
  'erased_figures',
  'figures_missing',
  'security_receivers',
  'directory',
  'capture_sessions',
  'trust_entries',
  'trust_anchors',
  'trust_versions',
  'trust_items',
  'trust_lists',
  'chip_challenges',
  'used_trust_versions',
  'uplink',
  'uplink_entries',
  'uplink_parcels',
  'uplink_directives',
];

/**
 * Restores a folder's databases to the schema before rows had MACs. `keysToo`: the key database has no signing key yet,
 * and the audit log is empty. Otherwise the key database stays new, as when an older main database was put beside it.
 */
export function takeCodesAway(dataDir: string, { keysToo }: { keysToo: boolean }): void {
  const db = openDatabase(join(dataDir, 'custos.db'));
  // Later schemas brought these.
  db.exec('ALTER TABLE operators DROP COLUMN sealed_factor; ALTER TABLE operators DROP COLUMN source');
  for (const column of ['confirmed_until', 'sealed_grant', 'code_due'])
    db.exec(`ALTER TABLE sessions DROP COLUMN ${column}`);
  db.exec('DROP INDEX alerts_by_subject; ALTER TABLE alerts DROP COLUMN subject_mark');
  db.exec('DROP INDEX verifications_by_due_time; DROP INDEX verifications_not_reported');
  db.exec('DROP TRIGGER figures_insert; DROP TRIGGER figures_status');
  for (const column of ['due_at_ms', 'review_due_ms', 'overdue_reported_ms'])
    db.exec(`ALTER TABLE verifications DROP COLUMN ${column}`);
  for (const table of LATER_TABLES) db.exec(`DROP TABLE ${table}`);
  for (const table of GUARDED_NAMES.filter((name) => !LATER_TABLES.includes(name))) {
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

/** Restores the key database to its schema before the recovery key was sealed. Returns a function that does so again. */
export function putRecoveryKeyInTheClear({ dataDir, masterKey }: Pick<Config, 'dataDir' | 'masterKey'>): () => void {
  const path = join(dataDir, 'keys.db');
  const keys = openKeyStore(path, masterKey);
  const { publicKey, ...dates } = must(recoveryKeyInForce(keys), 'there is one');
  const place = 'meta:signing_key:audit_head:rows';
  const sealKey = deriveKey(keys.masterKey, 'signing');
  const seed = unseal(sealKey, `${place}:recovery_key`, must(readMeta(keys.db, 'signing_key'), 'it was made'));
  keys.close();
  const former: Readonly<Record<string, Buffer>> = {
    signing_key: seal(sealKey, place, seed),
    recovery_public_key: Buffer.from(publicKey, 'hex'),
    recovery_key_dates: Buffer.from(JSON.stringify(dates)),
  };
  const put = (): void => {
    const db = openDatabase(path);
    for (const [name, value] of Object.entries(former)) writeMeta(db, name, value);
    removeMeta(db, 'recovery_key');
    db.close();
  };
  put();
  return put;
}
