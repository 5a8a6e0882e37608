import type { Db } from '../db/open.ts';
import { transact } from '../db/transact.ts';
import type { Clock } from '../lib/clock.ts';

type Deps = { db: Db; clock: Clock };

/** One scan of everybody who was screened by a former comparison of names, by the present one. */
export interface ComparisonScan {
  seq: number;
  /** Null: the records are of before scans were noted. */
  fromVersion: number | null;
  toVersion: number;
  state: 'running' | 'done' | 'superseded';
  /** Records up to and with this place are done; the last one is that of `untilSeq`. */
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
 * Notes a scan where the comparison is another than the last one that was scanned for. One that still runs for a former comparison ends, and the new one
 * begins anew. Where nobody has been screened yet there is nothing to scan, and the present comparison is noted alone.
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

/** The last scan that was begun; undefined on an appliance that has never been started. */
export function newestComparisonScan({ db }: Pick<Deps, 'db'>): ComparisonScan | undefined {
  return db.prepare(`SELECT ${COLUMNS} FROM comparison_scans ORDER BY seq DESC LIMIT 1`).get() as
    | ComparisonScan
    | undefined;
}

/** Ends a scan and tells what it came to. */
export function endComparisonScan({ db, clock }: Deps, { seq }: ComparisonScan): ComparisonScan {
  return db
    .prepare(`UPDATE comparison_scans SET state = 'done', ended_at = ? WHERE seq = ? RETURNING ${COLUMNS}`)
    .get(clock.now(), seq) as ComparisonScan;
}
