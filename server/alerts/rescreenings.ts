import type { Db } from '../db/open.ts';
import { transact } from '../db/transact.ts';
import type { Clock } from '../lib/clock.ts';
import { activeVersions } from '../screening/store/versions.ts';

type Deps = { db: Db; clock: Clock };

/** One scan of stored subjects against what changed between two versions of a list. */
export interface Rescreening {
  seq: number;
  code: string;
  /** null: the list is new, and all of its entries are. */
  fromVersionId: string | null;
  toVersionId: string;
  /** Records up to and with this place are done. */
  cursor: number;
  /** The newest record when it began; later ones were screened with the new version anyway. */
  untilSeq: number;
}

interface Row {
  seq: number;
  code: string;
  from_version_id: string | null;
  to_version_id: string;
  state: 'running' | 'done' | 'superseded';
  cursor: number;
  until_seq: number;
}

/**
 * Notes a scan for each list whose active version is not the one that was last scanned for. A scan that still runs for
 * an older version ends, and the new one begins from where that one began, so that no change between them is lost.
 */
export function beginDue({ db, clock }: Deps): void {
  const newest = db.prepare<[string], Row>('SELECT * FROM rescreenings WHERE code = ? ORDER BY seq DESC LIMIT 1');
  const supersede = db.prepare("UPDATE rescreenings SET state = 'superseded', ended_at = ? WHERE seq = ?");
  const insert = db.prepare(
    `INSERT INTO rescreenings (code, from_version_id, to_version_id, state, cursor, until_seq, subjects, alerts, started_at)
     VALUES (?, ?, ?, 'running', 0, (SELECT coalesce(max(seq), 0) FROM verifications), 0, 0, ?)`,
  );
  transact(db, () => {
    for (const { code, id } of activeVersions(db)) {
      const last = newest.get(code);
      if (last?.to_version_id === id) continue;
      const unfinished = last?.state === 'running';
      if (unfinished) supersede.run(clock.now(), last.seq);
      insert.run(code, (unfinished ? last.from_version_id : last?.to_version_id) ?? null, id, clock.now());
    }
  });
}

/** The oldest scan that is not at its end. */
export function runningRescreening({ db }: Pick<Deps, 'db'>): Rescreening | null {
  const row = db.prepare<[], Row>("SELECT * FROM rescreenings WHERE state = 'running' ORDER BY seq LIMIT 1").get();
  if (!row) return null;
  return {
    seq: row.seq,
    code: row.code,
    fromVersionId: row.from_version_id,
    toVersionId: row.to_version_id,
    cursor: row.cursor,
    untilSeq: row.until_seq,
  };
}

/** To be called inside the transaction of the slice's alerts. */
export function keepProgress(
  { db }: Pick<Deps, 'db'>,
  { seq }: Rescreening,
  slice: { cursor: number; subjects: number; alerts: number },
): void {
  db.prepare(
    'UPDATE rescreenings SET cursor = @cursor, subjects = subjects + @subjects, alerts = alerts + @alerts WHERE seq = @seq',
  ).run({ ...slice, seq });
}

/** Ends a scan and tells what it came to. */
export function endRescreening({ db, clock }: Deps, { seq }: Rescreening): { subjects: number; alerts: number } {
  return db
    .prepare("UPDATE rescreenings SET state = 'done', ended_at = ? WHERE seq = ? RETURNING subjects, alerts")
    .get(clock.now(), seq) as { subjects: number; alerts: number };
}
