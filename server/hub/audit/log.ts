import { createHmac } from 'node:crypto';
import type { Clock } from '../../lib/clock.ts';
import type { HubAuditAction } from '../../vocabulary/hub-audit-actions.ts';
import type { Tx } from '../db/transact.ts';

/** Ids, codes, counts and times: never personal data. */
export type AuditDetails = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

export interface NewAuditEntry {
  /** The id of an operator or a branch, or `system`. */
  actor: string;
  action: HubAuditAction;
  /** The id of what was acted on. */
  subject?: string;
  details?: AuditDetails;
}

export interface AuditEntry {
  seq: number;
  atMs: number;
  actor: string;
  action: HubAuditAction;
  subject: string | null;
  details: AuditDetails;
}

export interface AuditDeps {
  /** Of the HMACs. It lies outside of PostgreSQL, so who can write there alone cannot make entries. */
  auditKey: Buffer;
  clock: Clock;
}

interface Row {
  seq: number;
  at: number;
  actor: string;
  action: HubAuditAction;
  subject: string | null;
  details: AuditDetails;
  mac: Buffer;
}

const FIRST_MAC = Buffer.alloc(32);
/** Rows that `checkAudit` holds in memory at once. */
const CHECKED_AT_ONCE = 1_000;

/** Appends an entry in the caller's transaction, which has the log for itself from then on: append as late as possible. */
export async function appendAudit(tx: Tx, { auditKey, clock }: AuditDeps, entry: NewAuditEntry): Promise<void> {
  await tx.query('INSERT INTO audit_head (place, count, mac) VALUES (1, 0, $1) ON CONFLICT DO NOTHING', [FIRST_MAC]);
  const { rows } = await tx.query<{ count: number; mac: Buffer }>('SELECT count, mac FROM audit_head FOR UPDATE');
  const { count, mac: before } = rows[0] ?? { count: 0, mac: FIRST_MAC };
  const { actor, action, subject = null, details = {} } = entry;
  const row = { seq: count + 1, at: clock.now(), actor, action, subject, details };
  const mac = macOf(auditKey, before, row);
  await tx.query(
    'INSERT INTO audit (seq, at, actor, action, subject, details, mac) VALUES ($1, $2, $3, $4, $5, $6, $7)',
    [row.seq, row.at, actor, action, subject, JSON.stringify(details), mac],
  );
  await tx.query('UPDATE audit_head SET count = $1, mac = $2', [row.seq, mac]);
}

/** Returns entries, newest first. `before`: only those with a lower number. */
export async function listAudit(
  tx: Tx,
  {
    before = Number.MAX_SAFE_INTEGER,
    limit,
    subject,
  }: { before?: number | undefined; limit: number; subject?: string | undefined },
): Promise<AuditEntry[]> {
  const { rows } = await tx.query<Row>(
    `SELECT seq, at, actor, action, subject, details FROM audit
     WHERE seq < $1 AND ($2::text IS NULL OR subject = $2) ORDER BY seq DESC LIMIT $3`,
    [before, subject ?? null, limit],
  );
  return rows.map(({ seq, at, actor, action, subject: whose, details }) => ({
    seq,
    atMs: at,
    actor,
    action,
    subject: whose,
    details,
  }));
}

/** Returns the code of an entry; null: there is no such entry. */
export async function macAt(tx: Tx, seq: number): Promise<Buffer | null> {
  const { rows } = await tx.query<{ mac: Buffer }>('SELECT mac FROM audit WHERE seq = $1', [seq]);
  return rows[0]?.mac ?? null;
}

/** Checks the whole chain. Returns how many entries it has, and the number of the first one that does not fit; null: all fit. */
export async function checkAudit(tx: Tx, { auditKey }: AuditDeps): Promise<{ count: number; brokenAt: number | null }> {
  const { rows: heads } = await tx.query<{ count: number; mac: Buffer }>('SELECT count, mac FROM audit_head');
  const head = heads[0] ?? { count: 0, mac: FIRST_MAC };
  let before: Buffer = FIRST_MAC;
  for (let last = 0; ; last += CHECKED_AT_ONCE) {
    const { rows } = await tx.query<Row>('SELECT * FROM audit WHERE seq > $1 ORDER BY seq LIMIT $2', [
      last,
      CHECKED_AT_ONCE,
    ]);
    for (const [at, row] of rows.entries()) {
      if (row.seq !== last + at + 1 || !macOf(auditKey, before, row).equals(row.mac)) {
        return { count: head.count, brokenAt: last + at + 1 };
      }
      before = row.mac;
    }
    if (rows.length === CHECKED_AT_ONCE) continue;
    const end = last + rows.length;
    const isWhole = end === head.count && before.equals(head.mac);
    return { count: head.count, brokenAt: isWhole ? null : end + 1 };
  }
}

function macOf(key: Buffer, before: Buffer, { seq, at, actor, action, subject, details }: Omit<Row, 'mac'>): Buffer {
  // PostgreSQL keeps the members of an object in an order of its own.
  const said = JSON.stringify([
    seq,
    at,
    actor,
    action,
    subject,
    Object.entries(details).sort(([a], [b]) => (a < b ? -1 : 1)),
  ]);
  return createHmac('sha256', key).update(before).update(said).digest();
}
