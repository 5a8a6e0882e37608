import type { Db } from '../db/open.ts';
import { transact } from '../db/transact.ts';
import type { Clock } from '../lib/clock.ts';

type Deps = { db: Db; clock: Clock };

/** One scan, by the present name comparison, of all subjects that a former comparison screened. */
export interface ComparisonScan {
  seq: number;
  /** Null: the records are older than the first recorded scan. */
  fromVersion: number | null;
  toVersion: number;
  state: 'running' | 'done' | 'superseded';
  /** Records up to and including this position are done. The last one is that of `untilSeq`. */
  cursor: number;
  untilSeq: number;
  /** Records that were searched again, and alerts that are held. */
  subjects: number;
  alerts: number;
  startedAtMs: number;
  endedAtMs: number | null;
}

const COLUMNS = `seq, from_version AS fromVersion, to_version AS toVersion, state, cursor, until_seq AS untilSeq, subjects, alerts,
  started_at AS startedAtMs, ended_at AS endedAtMs`;

/**
 * Records a scan if the comparison differs from that of the last scan. A scan that still runs for a former comparison ends, and the new one starts
 * from the beginning. If no subject has been screened yet, there is nothing to scan, and only the present comparison is recorded.
 */
export function beginComparisonScan({ db, clock }: Deps, version: number): void {
  transact(db, () => {
    const last = newestComparisonScan({ db });
    if (last?.toVersion === version) return;
    const nowMs = clock.now();
    if (last?.state === 'running')
      db.prepare("UPDATE comparison_scans SET state = 'superseded', ended_at = ? WHERE seq = ?").run(nowMs, last.seq);
    db.prepare(
      `INSERT INTO comparison_scans (from_version, to_version, state, cursor, until_seq, subjects, alerts, started_at, ended_at)
       SELECT @from, @version, iif(until = 0, 'done', 'running'), 0, until, 0, 0, @nowMs, iif(until = 0, @nowMs, NULL)
       FROM (SELECT coalesce(max(seq), 0) AS until FROM verifications)`,
    ).run({ from: (last?.state === 'running' ? last.fromVersion : last?.toVersion) ?? null, version, nowMs });
  });
}

/** Returns the newest scan, or undefined on an appliance that has never been started. */
export function newestComparisonScan({ db }: Pick<Deps, 'db'>): ComparisonScan | undefined {
  return db.prepare(`SELECT ${COLUMNS} FROM comparison_scans ORDER BY seq DESC LIMIT 1`).get() as
    | ComparisonScan
    | undefined;
}

/** Ends a scan and returns its result. */
export function endComparisonScan({ db, clock }: Deps, { seq }: ComparisonScan): ComparisonScan {
  return db
    .prepare(`UPDATE comparison_scans SET state = 'done', ended_at = ? WHERE seq = ? RETURNING ${COLUMNS}`)
    .get(clock.now(), seq) as ComparisonScan;
}
