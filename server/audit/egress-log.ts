import type { Db } from '../db/open.ts';
import { prepared } from '../db/prepared.ts';
import { transact } from '../db/transact.ts';
import type { Clock } from '../lib/clock.ts';
import { LIMITS } from '../lib/limits.ts';

const MINUTE_MS = 60 * 1000;
/** Connections within this time are written together. */
const WRITE_DELAY_MS = 1_000;
/** Stands for the destinations of one minute if there are too many to name. */
const MANY = '*';

/** A destination of a connection that was made or refused. */
export interface Egress {
  /** An address, or the name that was tried; empty if there was none. */
  host: string;
  /** null: unknown. */
  port: number | null;
  allowed: boolean;
  /** A code: why it was allowed or refused. */
  why: string;
}

/** One destination with one verdict within one minute. */
export interface EgressEntry extends Egress {
  /** Increases with time. */
  seq: number;
  firstAtMs: number;
  lastAtMs: number;
  times: number;
}

/** The log of outgoing connections, made or refused: no paths, no page names of receivers, no data. */
export interface EgressLog {
  /** Records a connection. Never throws, and writes later: connections do not wait for it. */
  note(egress: Egress): void;
  /** Returns the newest entries first; the newest `LIMITS.egressEntriesKept` are kept. */
  list(limit: number): { entries: EgressEntry[]; hasMore: boolean };
  /** Writes what is pending. */
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
  /** What a full disk refuses is written with the next entries; until then the log stays readable. */
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
