import { type Tx, transact } from './db/transact.ts';
import type { HubDeps } from './deps.ts';

/**
 * Erases records of a branch: their rows, the contents and salts of their entries, parcels that are kept as proof, and their keys. The key that wrapped
 * theirs is due to be destroyed (`server/hub/wraps.ts`), so that no older copy of the database can be read.
 */
export async function eraseRecords(
  tx: Tx,
  { branch, records, nowMs }: { branch: string; records: readonly string[]; nowMs: number },
): Promise<void> {
  if (records.length === 0) return;
  await tx.query(
    `DELETE FROM record_reasons g USING records r
     WHERE r.branch = $1 AND r.id = ANY ($2)
       AND g.branch = $1 AND g.id = r.id AND g.changed_at = r.changed_at AND g.reason = ANY (r.reasons)`,
    [branch, records],
  );
  const { rowCount } = await tx.query('DELETE FROM records WHERE branch = $1 AND id = ANY ($2)', [branch, records]);
  await tx.query('UPDATE branches SET records_count = records_count - $2 WHERE id = $1', [branch, rowCount]);
  await tx.query(
    `WITH gone AS (DELETE FROM record_keys WHERE branch = $1 AND record = ANY ($2) RETURNING wrap)
     INSERT INTO wraps_due (branch, wrap, since) SELECT DISTINCT $1, wrap, $3::bigint FROM gone ON CONFLICT DO NOTHING`,
    [branch, records, nowMs],
  );
  await tx.query('UPDATE entries SET content = NULL WHERE branch = $1 AND record = ANY ($2) AND content IS NOT NULL', [
    branch,
    records,
  ]);
  await tx.query('UPDATE proofs SET parcel = NULL WHERE branch = $1 AND records && $2 AND parcel IS NOT NULL', [
    branch,
    records,
  ]);
  await tx.query(
    `INSERT INTO erasures (branch, record, erased_at) SELECT $1, record, $3 FROM unnest($2::text[]) AS record
     ON CONFLICT DO NOTHING`,
    [branch, records, nowMs],
  );
}

/**
 * Erases again what the log beside the keys says, in a database that was restored from a backup. Returns the number of records. Runs at each start,
 * before the hub shows anything.
 */
export async function eraseAgain({
  pool,
  clock,
  erasedLog,
}: Pick<HubDeps, 'pool' | 'clock' | 'erasedLog'>): Promise<number> {
  let count = 0;
  for (const lot of erasedLog.read()) {
    count += await transact(pool, 'all', async (tx) => {
      const { rows } = await tx.query<{ branch: string; records: string[] }>(
        `SELECT branch, array_agg(record) AS records FROM unnest($1::text[], $2::text[]) AS logged (branch, record)
         WHERE EXISTS (SELECT FROM branches WHERE id = branch) AND NOT EXISTS
           (SELECT FROM erasures e WHERE e.branch = logged.branch AND e.record = logged.record)
         GROUP BY branch`,
        [lot.map(({ branch }) => branch), lot.map(({ record }) => record)],
      );
      for (const { branch, records } of rows) await eraseRecords(tx, { branch, records, nowMs: clock.now() });
      return rows.reduce((sum, { records }) => sum + records.length, 0);
    });
  }
  return count;
}
