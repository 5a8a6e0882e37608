import type { Db } from '../db/open.ts';
import { transact } from '../db/transact.ts';
import type { Clock } from '../lib/clock.ts';
import { activeVersions } from '../screening/store/versions.ts';

type Deps = { db: Db; clock: Clock };

/** One scan of stored subjects against what changed between versions of a list. */
export interface Rescreening {
  seq: number;
  code: string;
  /**
   * The versions that subjects may have been screened against last. Differences from any of them are searched. Null: none was
   * searched, so every entry is new.
   */
  fromVersionIds: readonly (string | null)[];
  toVersionId: string;
  /** Records up to and including this position are done. */
  cursor: number;
}

interface Row {
  seq: number;
  code: string;
  from_version_id: string | null;
  to_version_id: string | null;
  state: 'running' | 'done' | 'superseded';
  cursor: number;
}

/**
 * Records a scan for each list whose active version differs from that of its last scan. A scan that still runs for an older
 * version ends, and the new one begins from where that one began, so that no change between them is lost. A list without an
 * active version is recorded too: subjects screened meanwhile have not been searched in it.
 */
export function beginDue({ db, clock }: Deps): void {
  const newest = db.prepare<[], Row>(
    'SELECT * FROM rescreenings WHERE seq IN (SELECT max(seq) FROM rescreenings GROUP BY code)',
  );
  const supersede = db.prepare("UPDATE rescreenings SET state = 'superseded', ended_at = ? WHERE seq = ?");
  transact(db, () => {
    const active = new Map(activeVersions(db).map(({ code, id }) => [code, id]));
    const last = new Map(newest.all().map((row) => [row.code, row]));
    for (const code of new Set([...active.keys(), ...last.keys()])) {
      const before = last.get(code);
      const to = active.get(code) ?? null;
      if ((before?.to_version_id ?? null) === to) continue;
      const unfinished = before?.state === 'running';
      if (unfinished) supersede.run(clock.now(), before.seq);
      const from = (unfinished ? before.from_version_id : before?.to_version_id) ?? null;
      db.prepare(
        `INSERT INTO rescreenings (code, from_version_id, to_version_id, state, cursor, until_seq, subjects, alerts,
       started_at, ended_at)
     VALUES (@code, @from, @to, iif(@to IS NULL, 'done', 'running'), 0, 0, 0, 0, @nowMs, iif(@to IS NULL, @nowMs, NULL))`,
      ).run({ code, from, to, nowMs: clock.now() });
    }
  });
}

/** Returns the unfinished scans, the oldest first. */
export function runningRescreenings({ db }: Pick<Deps, 'db'>): Rescreening[] {
  const rows = db.prepare<[], Row>("SELECT * FROM rescreenings WHERE state = 'running' ORDER BY seq");
  const passed = db.prepare<[Pick<Row, 'code' | 'seq'>], string | null>(
    `SELECT to_version_id FROM rescreenings WHERE code = @code AND state = 'superseded' AND seq < @seq AND seq >
       (SELECT coalesce(max(seq), 0) FROM rescreenings WHERE code = @code AND state = 'done') ORDER BY seq`,
  );
  return rows.all().map(({ seq, code, from_version_id: from, to_version_id: to, cursor }) => {
    // Superseded scans show versions that were searched for a while, and people who were screened against them.
    const others = passed.pluck().all({ code, seq }) as string[];
    const fromVersionIds = from === null ? [null] : [...new Set([from, ...others])].filter((id) => id !== to);
    return { seq, code, fromVersionIds, toVersionId: to ?? '', cursor };
  });
}

/** Whether no newer version has superseded this scan's. */
export function isRunning({ db }: Pick<Deps, 'db'>, { seq }: Rescreening): boolean {
  return db.prepare("SELECT 1 FROM rescreenings WHERE seq = ? AND state = 'running'").get(seq) !== undefined;
}

/**
 * Fixes the last record of a scan, the newest one now, and returns its position. Call it when the new version is searched, so
 * that later records are screened with it.
 */
export function fixEnd({ db }: Pick<Deps, 'db'>, { seq }: Rescreening): number {
  const update = db.prepare<[number], { until_seq: number }>(
    `UPDATE rescreenings SET until_seq = (SELECT coalesce(max(seq), 0) FROM verifications) WHERE seq = ?
     RETURNING until_seq`,
  );
  return update.get(seq)?.until_seq ?? 0;
}

/** Ends a scan and returns its result. */
export function endRescreening({ db, clock }: Deps, { seq }: Rescreening): { subjects: number; alerts: number } {
  return db
    .prepare("UPDATE rescreenings SET state = 'done', ended_at = ? WHERE seq = ? RETURNING subjects, alerts")
    .get(clock.now(), seq) as { subjects: number; alerts: number };
}

/** Returns the finished scans of a list. */
export function finishedScans({ db }: Pick<Deps, 'db'>, code: string) {
  return db
    .prepare<[string], { toVersionId: string; untilSeq: number }>(
      `SELECT to_version_id AS toVersionId, max(until_seq) AS untilSeq FROM rescreenings
       WHERE code = ? AND state = 'done' AND to_version_id IS NOT NULL GROUP BY to_version_id`,
    )
    .all(code);
}
