import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from '../db/open.ts';
import { prepared } from '../db/prepared.ts';
import { seqSince } from '../db/seq-since.ts';

/** Entries read at once; other work gets a turn between two batches. */
const LOT = 2_000;
/** Clocks are corrected by up to this much all the time. A clock that is set back further begins a new run. */
const SLACK_MS = 60_000;

/** Where entries of a period can be in the log: from `first` to before `end`. */
export interface SeqRange {
  first: number;
  end: number;
}

/** Finds where entries of a period are, without an index of times. */
export interface AuditTimes {
  /** The result includes all entries from `fromMs` to before `untilMs`, and may include others. Reads the entries added since the last call. */
  between(fromMs: number, untilMs: number): Promise<SeqRange>;
}

/** Consecutive entries between which the clock was not set back by more than `SLACK_MS`. */
interface Run {
  first: number;
  last: number;
  latestMs: number;
}

/**
 * The log is ordered by number, and by time only while the clock is not set back. So each run of entries is searched separately: setting the clock
 * ahead for a while does not hide later entries.
 */
export function createAuditTimes(db: Db): AuditTimes {
  const runs: Run[] = [];
  let reading: Promise<void> | null = null;

  const take = ({ seq, at }: { seq: number; at: number }): void => {
    const run = runs.at(-1);
    if (!run || at < run.latestMs - SLACK_MS) runs.push({ first: seq, last: seq, latestMs: at });
    else Object.assign(run, { last: seq, latestMs: Math.max(run.latestMs, at) });
  };
  const catchUp = async (): Promise<void> => {
    for (;;) {
      const rows = prepared(db, 'SELECT seq, at FROM audit WHERE seq > ? ORDER BY seq LIMIT ?').all(
        runs.at(-1)?.last ?? 0,
        LOT,
      ) as { seq: number; at: number }[];
      for (const row of rows) take(row);
      if (rows.length < LOT) return;
      await nextTurn();
    }
  };
  return {
    async between(fromMs, untilMs) {
      reading ??= catchUp().finally(() => {
        reading = null;
      });
      await reading;
      const range = { first: Number.MAX_SAFE_INTEGER, end: 0 };
      for (const run of runs) {
        // Within a run, a time that is passed by more than the slack does not come again.
        const first = seqSince(db, 'audit', 'at', fromMs - SLACK_MS, run);
        const end = seqSince(db, 'audit', 'at', untilMs + SLACK_MS, run);
        if (first >= end) continue;
        range.first = Math.min(range.first, first);
        range.end = Math.max(range.end, end);
      }
      return range;
    },
  };
}
