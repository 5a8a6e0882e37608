import type { Tx } from './db/transact.ts';
import type { AuditPoint } from './rules.ts';

/** A point of a branch's audit log that the hub keeps; a checkpoint comes with its signed text. */
export interface Anchor extends AuditPoint {
  checkpoint: { signed: string; signature: string } | null;
}

/** Returns what earlier parcels of the line stated at these lengths. */
export async function anchorsAt(
  tx: Tx,
  { branch, line, counts }: { branch: string; line: string; counts: readonly number[] },
): Promise<AuditPoint[]> {
  const { rows } = await tx.query<{ count: number; head: Buffer }>(
    'SELECT count, head FROM anchors WHERE branch = $1 AND line = $2 AND count = ANY ($3) AND until = 0',
    [branch, line, counts],
  );
  return rows.map(({ count, head }) => ({ count, head: head.toString('hex') }));
}

/** Keeps points; a signed text joins a point that is known without one. */
export async function addAnchors(
  tx: Tx,
  { branch, line, anchors, nowMs }: { branch: string; line: string; anchors: readonly Anchor[]; nowMs: number },
): Promise<void> {
  // The checkpoint last: one statement may not change a row twice.
  const byCount = new Map(anchors.map((anchor) => [anchor.count, anchor]));
  const all = [...byCount.values()];
  await tx.query(
    `INSERT INTO anchors (branch, line, count, head, signed, signature, received_at)
     SELECT $1, $2, count, head, signed, signature, $7
     FROM unnest($3::bigint[], $4::bytea[], $5::text[], $6::bytea[]) AS n (count, head, signed, signature)
     ON CONFLICT (branch, line, count, until) DO UPDATE SET signed = excluded.signed, signature = excluded.signature
     WHERE anchors.signed IS NULL AND excluded.signed IS NOT NULL`,
    [
      branch,
      line,
      all.map(({ count }) => count),
      all.map(({ head }) => Buffer.from(head, 'hex')),
      all.map(({ checkpoint }) => checkpoint?.signed ?? null),
      all.map(({ checkpoint }) => checkpoint && Buffer.from(checkpoint.signature, 'hex')),
      nowMs,
    ],
  );
}

/** Accepts the branch's audit log as it is: what the hub knew of it before stays as proof, and counts no more. */
export async function dropAnchors(tx: Tx, branch: string, nowMs: number): Promise<void> {
  await tx.query('UPDATE anchors SET until = $2 WHERE branch = $1 AND until = 0', [branch, nowMs]);
  await tx.query('UPDATE lines SET audit_count = 0 WHERE branch = $1', [branch]);
}
