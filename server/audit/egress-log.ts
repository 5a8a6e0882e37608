import type { Db } from '../db/open.ts';
import { prepared } from '../db/prepared.ts';
import { transact } from '../db/transact.ts';
import type { Clock } from '../lib/clock.ts';
import { LIMITS } from '../lib/limits.ts';

const MINUTE_MS = 60 * 1000;
/** What comes close together is written once. */
const WRITE_DELAY_MS = 1_000;
/** Stands for the destinations of a moment that are too many to be named. */
const MANY = '*';

/** A destination that was connected to, or was to be. */
export interface Egress {
  /** An address, or the name that something tried; empty where there was none. */
  host: string;
  /** null: not known. */
  port: number | null;
  allowed: boolean;
  /** A code: what it was allowed for, or why it was refused. */
  why: string;
}

/** One destination with one verdict within a minute. */
export interface EgressEntry extends Egress {
  /** Grows with time. */
  seq: number;
  firstAtMs: number;
  lastAtMs: number;
  times: number;
}

/** What of this machine was left, or was to be left, towards others: no paths, no names of receivers' pages, no data. */
export interface EgressLog {
  /** Never throws, and writes later: connections wait for nothing. */
  note(egress: Egress): void;
  /** Newest first; the newest `LIMITS.egressEntriesKept` are kept. */
  list(limit: number): { entries: EgressEntry[]; hasMore: boolean };
  /** Writes what was noted. */
  close(): void;
}

interface Row extends Omit<Egress, 'port' | 'allowed'> {
  seq: number;
  port: number;
  allowed: number;
  first_at: number;
  last_at: number;
  times: number;
}

export function createEgressLog({ db, clock }: { db: Db; clock: Clock }): EgressLog {
  const pending = new Map<string, Omit<Row, 'seq'> & { minute: number }>();
  let timer: NodeJS.Timeout | undefined;
  const upsert = db.prepare(
    `INSERT INTO egress (minute, host, port, allowed, why, first_at, last_at, times)
     VALUES (@minute, @host, @port, @allowed, @why, @first_at, @last_at, @times)
     ON CONFLICT (minute, host, port, allowed, why)
       DO UPDATE SET last_at = max(last_at, excluded.last_at), times = times + excluded.times`,
  );
  const dropOld = db.prepare('DELETE FROM egress WHERE seq <= (SELECT max(seq) FROM egress) - ?');
  const write = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (pending.size === 0) return;
    transact(db, () => {
      for (const noted of pending.values()) upsert.run(noted);
      dropOld.run(LIMITS.egressEntriesKept);
    });
    pending.clear();
  };
  /** What a full disk refuses is written with the next ones, and keeps nobody from what is there. */
  const writeOrWait = (): void => {
    try {
      write();
    } catch {
      timer = undefined;
    }
  };
  return {
    note({ host: named, port, allowed, why }) {
      const nowMs = clock.now();
      const minute = Math.floor(nowMs / MINUTE_MS);
      const host = pending.size < LIMITS.egressPendingMax ? named.slice(0, LIMITS.egressHostCharsMax) : MANY;
      const egress = { minute, host, port: host === MANY ? 0 : (port ?? 0), allowed: Number(allowed), why };
      const key = JSON.stringify(egress);
      const before = pending.get(key);
      if (before) Object.assign(before, { last_at: nowMs, times: before.times + 1 });
      else pending.set(key, { ...egress, first_at: nowMs, last_at: nowMs, times: 1 });
      timer ??= setTimeout(writeOrWait, WRITE_DELAY_MS).unref();
    },
    list(limit) {
      writeOrWait();
      const rows = prepared(db, 'SELECT * FROM egress ORDER BY seq DESC LIMIT ?').all(limit + 1) as Row[];
      return { entries: rows.slice(0, limit).map(fromRow), hasMore: rows.length > limit };
    },
    close: writeOrWait,
  };
}

function fromRow({ seq, host, port, allowed, why, first_at, last_at, times }: Row): EgressEntry {
  const asked = { host, port: port === 0 ? null : port, allowed: allowed === 1, why };
  return { seq, ...asked, firstAtMs: first_at, lastAtMs: last_at, times };
}
