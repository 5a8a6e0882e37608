import type { BranchState } from './branches.ts';
import { transact } from './db/transact.ts';
import type { HubDeps } from './deps.ts';

/** The branch of a client certificate. */
export interface CertifiedBranch {
  branch: string;
  state: BranchState;
  isExpired: boolean;
}

/** How often the time of a branch's last call is written. */
const CALLED_MS = 60_000;

/**
 * Returns the branch to which the hub issued a certificate, or null. It is looked up at each request, so a revocation works at once. Notes the call.
 * @param fingerprint SHA-256 of its DER form
 */
export async function findCertified({ pool, clock }: HubDeps, fingerprint: Buffer): Promise<CertifiedBranch | null> {
  const nowMs = clock.now();
  return transact(pool, 'all', async (tx) => {
    const { rows } = await tx.query<{
      branch: string;
      state: BranchState;
      not_after: number;
      called_at: number | null;
    }>(
      `SELECT c.branch, c.not_after, b.state, b.called_at FROM certificates c JOIN branches b ON b.id = c.branch
       WHERE c.fingerprint = $1`,
      [fingerprint],
    );
    const [row] = rows;
    if (row === undefined) return null;
    if ((row.called_at ?? 0) < nowMs - CALLED_MS) {
      await tx.query('UPDATE branches SET called_at = $2 WHERE id = $1', [row.branch, nowMs]);
    }
    return { branch: row.branch, state: row.state, isExpired: row.not_after < nowMs };
  });
}
