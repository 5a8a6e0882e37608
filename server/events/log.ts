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
  /** The event as receivers get it, JSON. No personal data. */
  body: string;
  /** It was changed from outside, and nobody is to be told. */
  isRefused: boolean;
}

export interface NewEvent {
  kind: string;
  subjectId: string;
  livemode: boolean;
  /** The `data` of the event's body. */
  data: Record<string, unknown>;
}

/** An event that was just appended, inside its transaction. */
export type AppendedEvent = Pick<StoredEvent, 'seq' | 'id' | 'kind' | 'subjectId' | 'livemode'>;

/** The append-only log, read from a cursor by whoever wants to follow it. */
export interface EventLog {
  /** Inside the transaction of the change that it tells of. */
  append(event: NewEvent): AppendedEvent;
  /** Events after the cursor, oldest first. */
  readAfter(cursor: { seq: number }, filter: { livemode: boolean; subjectId?: string; limit: number }): StoredEvent[];
  /** The place of an event id, or null if there is none in this mode. */
  seqOf(eventId: string, livemode: boolean): number | null;
  /** The newest place. */
  lastSeq(): number;
  /** `wake` is called after commits that appended. Returns how to stop it. */
  subscribe(wake: () => void): () => void;
}

/** Of the table of events. */
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
 * `onAppend` is called in the transaction of each event, so that what follows from it commits with it. `auditAnchor` gives the audit log's newest anchor:
 * whoever keeps an event keeps that, which a log that is shortened later does not hold.
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
