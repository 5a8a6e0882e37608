import { createHmac } from 'node:crypto';
import { prepared } from '../db/prepared.ts';
import { transact } from '../db/transact.ts';
import type { KeyStore } from '../vault/key-store.ts';

/** What the key database remembers of the log: how many entries there are, and the link of the last one. */
export interface AuditHead {
  count: number;
  link: Buffer;
}

export type HeadKeys = Pick<KeyStore, 'db' | 'auditKey' | 'signing'>;

/**
 * The head; null where there is none yet. `changed`: it, or the number of checkpoints, is not as the appliance wrote it. Whoever has the files and not the
 * master key could otherwise take the last entries away and set the head to one before.
 */
export function readHead(keys: HeadKeys): AuditHead | 'changed' | null {
  const row = keys.db.prepare('SELECT count, link, mac FROM audit_head WHERE id = 1').get() as
    | (AuditHead & { mac: Buffer | null })
    | undefined;
  if (!keys.signing.vouchesForHead) return row ? { count: row.count, link: row.link } : null;
  if (!row?.mac?.equals(macOf(keys, row))) return 'changed';
  return { count: row.count, link: row.link };
}

/** In the caller's transaction, after its checkpoints. */
export function writeHead(keys: HeadKeys, head: AuditHead): void {
  prepared(
    keys.db,
    'INSERT INTO audit_head (id, count, link, mac) VALUES (1, @count, @link, @mac) ON CONFLICT (id) DO UPDATE SET count = @count, link = @link, mac = @mac',
  ).run({ ...head, mac: macOf(keys, head) });
}

/**
 * From now on a head without its mark is a changed one. Done once for each key database: what was changed before cannot be seen. The sealed signing key
 * says that it was done, since nobody without the master key writes that as it was before.
 */
export function vouchForHead(keys: HeadKeys, head: AuditHead): void {
  transact(keys.db, () => {
    writeHead(keys, head);
    keys.signing.vouchForHead();
  });
}

/** HMAC-SHA-256 over head and number of checkpoints, under a key of its own: links are made with the audit key itself. */
function macOf({ db, auditKey }: HeadKeys, { count, link }: AuditHead): Buffer {
  const checkpoints = prepared(db, 'SELECT count(*) FROM audit_checkpoints').pluck().get() as number;
  const key = createHmac('sha256', auditKey).update('audit head').digest();
  return createHmac('sha256', key)
    .update(JSON.stringify([count, link.toString('hex'), checkpoints]))
    .digest();
}
