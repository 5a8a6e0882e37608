import type { BaseDeps } from '../audit/deps.ts';
import { prepared } from '../db/prepared.ts';
import { transact } from '../db/transact.ts';
import { LIMITS } from '../lib/limits.ts';
import { reportRecord } from './entries.ts';
import { readRow, readSettings, type StoreDeps } from './store.ts';

/** Begins to report the records that are there already, or ends that, inside the caller's transaction. */
export function setBackfill({ db }: Pick<BaseDeps, 'db'>, isWanted: boolean): void {
  prepared(db, 'UPDATE uplink SET backfill_after = ?').run(isWanted ? 0 : null);
}

/**
 * Reports some of the records that were there before, as they are now, and notes in the same transaction how far it came. Does nothing while too many
 * entries wait for the hub.
 */
export function backfill(deps: StoreDeps & Pick<BaseDeps, 'clock'>): void {
  const { db } = deps;
  const row = readRow(deps);
  if (row === null || row.backfill_after === null || row.stopped !== null) return;
  if (!readSettings(deps)?.branch || row.last - row.confirmed >= LIMITS.uplinkBackfillWaitingMax) return;
  const records = prepared(
    db,
    "SELECT seq, id FROM verifications WHERE seq > ? AND livemode = 1 AND erasure = 'none' ORDER BY seq LIMIT ?",
  ).all(row.backfill_after, LIMITS.uplinkBackfillAtOnce) as { seq: number; id: string }[];
  transact(db, () => {
    for (const { id } of records) reportRecord(deps, id);
    prepared(db, 'UPDATE uplink SET backfill_after = ?').run(records.at(-1)?.seq ?? null);
  });
}
