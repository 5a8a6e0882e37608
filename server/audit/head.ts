import { createHmac } from 'node:crypto';
import { prepared } from '../db/prepared.ts';
import { transact } from '../db/transact.ts';
import type { KeyStore } from '../vault/key-store.ts';

/** What the key database stores about the log: the number of entries, and the link of the last one. */
export interface AuditHead {
  count: number;
  link: Buffer;
}

export type HeadKeys = Pick<KeyStore, 'db' | 'auditKey' | 'signing'>;

/**
 * Returns the head, or null if there is none yet. `changed`: the head or the number of checkpoints was altered. Without this check, an attacker
 * with the files but not the master key could remove the last entries and reset the head.
 */
export function readHead(keys: HeadKeys): AuditHead | 'changed' | null {
  const row = keys.db.prepare('SELECT count, link, mac FROM audit_head WHERE id = 1').get() as
    | (AuditHead & { mac: Buffer | null })
    | undefined;
  if (!keys.signing.vouchesForHead) return row ? { count: row.count, link: row.link } : null;
  if (!row?.mac?.equals(macOf(keys, row))) return 'changed';
  return { count: row.count, link: row.link };
}

/** Runs in the caller's transaction, after its checkpoints. */
export function writeHead(keys: HeadKeys, head: AuditHead): void {
  prepared(
    keys.db,
    'INSERT INTO audit_head (id, count, link, mac) VALUES (1, @count, @link, @mac) ON CONFLICT (id) DO UPDATE SET count = @count, link = @link, mac = @mac',
  ).run({ ...head, mac: macOf(keys, head) });
}

/**
 * From now on a head without its code counts as altered. Runs once for each key database; earlier changes cannot be detected. The sealed signing
 * key records it, because only the master key can write that.
 */
export function vouchForHead(keys: HeadKeys, head: AuditHead): void {
  transact(keys.db, () => {
    writeHead(keys, head);
    keys.signing.vouchForHead();
  });
}

/** Returns the HMAC-SHA-256 over the head and the number of checkpoints, under a separate key: the links use the audit key itself. */
function macOf({ db, auditKey }: HeadKeys, { count, link }: AuditHead): Buffer {
  const checkpoints = prepared(db, 'SELECT count(*) FROM audit_checkpoints').pluck().get() as number;
  const key = createHmac('sha256', auditKey).update('audit head').digest();
  return createHmac('sha256', key)
    .update(JSON.stringify([count, link.toString('hex'), checkpoints]))
    .digest();
}
