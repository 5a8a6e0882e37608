import { isoTime } from '../lib/clock.ts';
import { LIMITS } from '../lib/limits.ts';
import { FORMAT } from '../parcel/fields.ts';
import { type Signed, signText } from '../parcel/signed.ts';
import { noBranch } from './branches.ts';
import { transact } from './db/transact.ts';
import type { HubDeps } from './deps.ts';

/** A part of the list of a branch's erased records, signed by the hub. */
export interface ErasureList {
  signed: Signed;
  /** The public key that checks it. */
  signingKey: string;
  /** The id after which the next part begins; null: this is the last one. */
  next: string | null;
}

/**
 * Returns the records of a branch that are erased here, by id, and signs that. `key_destroyed` says that no copy of the database opens them any more.
 * Throws `not_found`.
 */
export async function signErasures(
  { pool, clock, keys, audit }: HubDeps,
  { actor, branch, after = '' }: { actor: string; branch: string; after?: string | undefined },
): Promise<ErasureList> {
  const { signer, keys: hub } = keys.newest();
  return transact(pool, 'all', async (tx) => {
    if ((await tx.query('SELECT FROM branches WHERE id = $1', [branch])).rowCount === 0) throw noBranch();
    // A key that is due since before an erasure may have sealed the record's key.
    const { rows } = await tx.query<{ record: string; erased_at: number; key_destroyed: boolean }>(
      `SELECT record, erased_at,
         NOT EXISTS (SELECT FROM wraps_due w WHERE w.branch = $1 AND w.since <= e.erased_at) AS key_destroyed
       FROM erasures e WHERE branch = $1 AND record > $2 ORDER BY record LIMIT $3`,
      [branch, after, LIMITS.hubErasuresListed + 1],
    );
    const listed = rows.slice(0, LIMITS.hubErasuresListed);
    const next = rows.length > listed.length ? (listed.at(-1)?.record ?? null) : null;
    const signed = signText(signer, 'hub erasure list', {
      format: FORMAT,
      hub_key_id: hub.hub_key_id,
      branch,
      made_at: isoTime(clock.now()),
      after,
      next,
      erased: listed.map((row) => ({ ...row, erased_at: isoTime(row.erased_at) })),
    });
    await audit(tx, { actor, action: 'erasures.listed', subject: branch, details: { count: listed.length } });
    return { signed, signingKey: hub.signing, next };
  });
}
