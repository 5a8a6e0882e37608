import type { Db } from '../db/open.ts';
import { createAfterCommit } from '../lib/after-commit.ts';
import { assert } from '../lib/assert.ts';
import { type Clock, isoTime } from '../lib/clock.ts';
import type { NewId } from '../lib/ids.ts';
import { isGenuine } from '../rows/guard.ts';

export interface StoredEvent {
  seq: number;
  id: string;
  kind: string;
  subjectId: string;
  livemode: boolean;
  createdAtMs: number;
  /** The event as receivers get it, JSON. Holds no personal data. */
  body: string;
  /** Someone changed it outside the appliance; it is not sent. */
  isRefused: boolean;
}

export interface NewEvent {
  kind: string;
  subjectId: string;
  livemode: boolean;
  /** The `data` of the event's body. */
  data: Record<string, unknown>;
}

/** An event as just appended, inside its transaction. */
export type AppendedEvent = Pick<StoredEvent, 'seq' | 'id' | 'kind' | 'subjectId' | 'livemode'>;

/** The append-only log, which followers read from a cursor. */
export interface EventLog {
  /** Call inside the transaction of the change that the event reports. */
  append(event: NewEvent): AppendedEvent;
  /** Events after the cursor, oldest first. */
  readAfter(cursor: { seq: number }, filter: { livemode: boolean; subjectId?: string; limit: number }): StoredEvent[];
  /** Returns the position of an event id, or null if there is none in this mode. */
  seqOf(eventId: string, livemode: boolean): number | null;
  /** Returns the newest position. */
  lastSeq(): number;
  /** `wake` is called after commits that appended events. Returns the function that unsubscribes. */
  subscribe(wake: () => void): () => void;
}

/** A row of the table of events. */
export interface EventRow {
  seq: number;
  id: string;
  kind: string;
  subject_id: string;
  livemode: number;
  created_at: number;
  body: string;
}

/**
 * `onAppend` is called in the transaction of each event, so that what follows from the event commits with it. `auditAnchor` returns the audit log's
 * newest anchor: a receiver that keeps an event keeps the anchor too, which shows later if the log was truncated.
 */
export function createEventLog(deps: {
  db: Db;
  clock: Clock;
  newId: NewId;
  onAppend?: (event: AppendedEvent) => void;
  auditAnchor?: () => string | null;
}): EventLog {
  const { db, clock, newId, onAppend, auditAnchor } = deps;
  const insert = db.prepare(
    'INSERT INTO events (id, kind, subject_id, livemode, created_at, body) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const selectAll = db.prepare('SELECT * FROM events WHERE seq > ? AND livemode = ? ORDER BY seq LIMIT ?');
  const selectSubject = db.prepare(
    'SELECT * FROM events WHERE subject_id = ? AND seq > ? AND livemode = ? ORDER BY seq LIMIT ?',
  );
  const selectSeq = db.prepare('SELECT seq FROM events WHERE id = ? AND livemode = ?').pluck();
  const selectLast = db.prepare('SELECT coalesce(max(seq), 0) FROM events').pluck();
  const { changed, subscribe } = createAfterCommit();
  return {
    append(event) {
      assert(db.inTransaction, 'an event commits together with its change');
      const id = newId('evt');
      const nowMs = clock.now();
      const audit_anchor = auditAnchor?.() ?? undefined;
      const body = { id, type: event.kind, timestamp: isoTime(nowMs), data: event.data, audit_anchor };
      const { kind, subjectId, livemode } = event;
      const inserted = insert.run(id, kind, subjectId, Number(livemode), nowMs, JSON.stringify(body));
      const appended = { seq: Number(inserted.lastInsertRowid), id, kind, subjectId, livemode };
      onAppend?.(appended);
      changed();
      return appended;
    },
    readAfter(cursor, filter) {
      const mode = Number(filter.livemode);
      const rows = filter.subjectId
        ? selectSubject.all(filter.subjectId, cursor.seq, mode, filter.limit)
        : selectAll.all(cursor.seq, mode, filter.limit);
      return (rows as EventRow[]).map((row) => ({ ...fromRow(row), isRefused: !isGenuine(db, 'events', row) }));
    },
    seqOf: (eventId, livemode) => (selectSeq.get(eventId, Number(livemode)) as number | undefined) ?? null,
    lastSeq: () => selectLast.get() as number,
    subscribe,
  };
}

function fromRow(row: EventRow): Omit<StoredEvent, 'isRefused'> {
  return {
    seq: row.seq,
    id: row.id,
    kind: row.kind,
    subjectId: row.subject_id,
    livemode: row.livemode === 1,
    createdAtMs: row.created_at,
    body: row.body,
  };
}
