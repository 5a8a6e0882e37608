import type { NewId } from '../lib/ids.ts';
import { canonicalBytes } from '../parcel/canonical.ts';
import type { Entry } from '../parcel/entries.ts';
import type { ParcelHeader } from '../parcel/parcel.ts';
import type { BranchState } from './branches.ts';
import type { Tx } from './db/transact.ts';
import type { Contradiction } from './rules.ts';

/** Why a parcel is kept as proof: what it contradicts, or the state of its branch when a file brought it. */
export type ProofReason = Contradiction | Exclude<BranchState, 'active'>;

/** Keeps a parcel that is no part of the branch's history. The same bytes are kept once. */
export async function keepProof(
  tx: Tx,
  { newId }: { newId: NewId },
  proof: {
    header: ParcelHeader;
    entries: readonly Entry[];
    bytes: Buffer;
    sha256: string;
    by: 'tls' | 'file';
    reason: ProofReason;
    nowMs: number;
  },
): Promise<void> {
  const { header, entries, bytes, sha256, by, reason, nowMs } = proof;
  const named = entries.filter(({ content }) => content !== null).flatMap(({ record }) => record ?? []);
  await tx.query(
    `INSERT INTO proofs (id, branch, sha256, line, first, last, reason, came_by, header, parcel, records, received_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT (branch, sha256) DO NOTHING`,
    [
      newId('prf'),
      header.branch,
      Buffer.from(sha256, 'hex'),
      header.line,
      header.first,
      header.last,
      reason,
      by,
      canonicalBytes(header).toString(),
      bytes,
      [...new Set(named)],
      nowMs,
    ],
  );
}
