import type { BaseDeps } from '../audit/deps.ts';
import { prepared } from '../db/prepared.ts';
import type { AppendedEvent } from '../events/log.ts';
import { assert } from '../lib/assert.ts';
import { isoTime } from '../lib/clock.ts';
import { LIMITS } from '../lib/limits.ts';
import type { EntryContent } from '../parcel/contents.ts';
import { type Entry, type EntryKind, makeEntry, NO_HEAD, nextHead } from '../parcel/entries.ts';
import { readRow, readSettings, type StoreDeps, type UplinkRow } from './store.ts';

type Deps = StoreDeps & Pick<BaseDeps, 'clock'>;

interface EntryRow {
  seq: number;
  kind: string;
  record: string | null;
  digest: string;
  salt: string | null;
  content: string | null;
  head: string;
}

/** Appends an entry to the line, inside the transaction of what it reports. */
export function appendEntry<K extends EntryKind>(
  { db, clock }: Deps,
  kind: K,
  content: EntryContent<K>,
  record: string | null = null,
): void {
  assert(db.inTransaction, 'an entry commits together with what it reports');
  const row = readRow({ db });
  if (row === null) return;
  const seq = row.last + 1;
  const entry = makeEntry({ seq, kind, record, content: content as Entry['content'] & object });
  const head = nextHead(row.head, entry);
  prepared(
    db,
    'INSERT INTO uplink_entries (line, seq, kind, record, digest, salt, content, head, made_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  ).run(row.line, seq, kind, record, entry.digest, entry.salt, JSON.stringify(entry.content), head, clock.now());
  prepared(db, 'UPDATE uplink SET last = ?, head = ?, records_sent = records_sent OR ?').run(
    seq,
    head,
    Number(kind === 'record'),
  );
}

/** Begins the line of the row. `former`: the one before it, whose unconfirmed reports are made again with what holds now. */
export function beginLine(deps: Deps, former: UplinkRow | null): void {
  const { db } = deps;
  appendEntry(deps, 'line', {
    reason: former === null ? 'enrolled' : 'restored',
    former: former && { line: former.line, seq: former.last, head: former.head },
  });
  if (former === null) return;
  const missed = prepared(
    db,
    'SELECT DISTINCT record, kind FROM uplink_entries WHERE line = ? AND seq > ? AND record IS NOT NULL',
  ).all(former.line, former.confirmed) as { record: string; kind: string }[];
  for (const { record, kind } of missed) {
    if (kind === 'erased') appendEntry(deps, 'erased', { erased_at: isoTime(deps.clock.now()) }, record);
    else reportRecord(deps, record);
  }
}

const REPORTED = /^(?:kyb\.)?verification\.(?!overdue$)/;

/** Reports the state that a record of live data has entered, in the event's own transaction, if the level says so. */
export function reportEvent(deps: Deps, { kind, subjectId, livemode }: AppendedEvent): void {
  if (!livemode || !REPORTED.test(kind)) return;
  const settings = readSettings(deps);
  if (settings?.branch && settings.level >= 1) reportRecord(deps, subjectId);
}

/** Reports the state that a record has now, inside the caller's transaction; nothing if it is erased. */
export function reportRecord(deps: Deps, id: string): void {
  const { db } = deps;
  const found = prepared(
    db,
    `SELECT kind, status, created_at, updated_at, (SELECT decision FROM reviews r WHERE r.verification_id = v.id AND r.state = 'decided'
       ORDER BY seq DESC LIMIT 1) AS decision FROM verifications v WHERE id = ? AND erasure = 'none'`,
  ).get(id) as
    | { kind: 'kyc' | 'kyb'; status: string; created_at: number; updated_at: number; decision: string | null }
    | undefined;
  if (found === undefined) return;
  const reasons = prepared(db, 'SELECT code FROM verification_reasons WHERE verification_id = ? ORDER BY position')
    .pluck()
    .all(id) as string[];
  const content = {
    kind: found.kind,
    state: found.status,
    decision: found.decision,
    reasons,
    created_at: isoTime(found.created_at),
    changed_at: isoTime(found.updated_at),
  };
  appendEntry(deps, 'record', content, id);
}

/**
 * Takes the content of all entries about a record out of the line, inside the transaction of its erasure, and tells the hub to erase what it has.
 * Parcels that hold such an entry and have no receipt yet must be sealed again; their files go when the transaction has committed.
 */
export function eraseReports(deps: Deps, record: string): void {
  const { db, clock } = deps;
  const row = readRow(deps);
  if (row === null || row.records_sent === 0) return;
  const { line, confirmed } = row;
  prepared(
    db,
    `UPDATE uplink_parcels SET sha256 = NULL, size_bytes = 0 WHERE line = @line AND last > @confirmed
       AND EXISTS (SELECT 1 FROM uplink_entries e WHERE e.record = @record AND e.line = @line AND e.seq BETWEEN first AND last)`,
  ).run({ line, confirmed, record });
  const told = prepared(db, 'UPDATE uplink_entries SET salt = NULL, content = NULL WHERE record = ?').run(record);
  if (told.changes > 0 || isLive(deps, record)) {
    appendEntry(deps, 'erased', { erased_at: isoTime(clock.now()) }, record);
  }
}

function isLive({ db }: Deps, id: string): boolean {
  return prepared(db, 'SELECT livemode FROM verifications WHERE id = ?').pluck().get(id) === 1;
}

/** Returns entries of a line, oldest first. */
export function readEntries({ db }: Pick<Deps, 'db'>, line: string, first: number, last: number): Entry[] {
  const rows = prepared(db, 'SELECT * FROM uplink_entries WHERE line = ? AND seq BETWEEN ? AND ? ORDER BY seq').all(
    line,
    first,
    last,
  ) as EntryRow[];
  return rows.map(({ seq, kind, record, digest, salt, content }) => ({
    seq,
    kind,
    record,
    digest,
    salt,
    content: content === null ? null : (JSON.parse(content) as Entry['content']),
  }));
}

/** Returns the head of a line after an entry; null: the entry is no longer kept. */
export function headAfter({ db }: Pick<Deps, 'db'>, line: string, seq: number): string | null {
  if (seq === 0) return NO_HEAD;
  const head = prepared(db, 'SELECT head FROM uplink_entries WHERE line = ? AND seq = ?').pluck().get(line, seq);
  return (head as string | undefined) ?? null;
}

/** Deletes confirmed entries that a restored hub would no longer ask for, and lines that have ended. */
export function dropOldEntries({ db, clock }: Pick<Deps, 'db' | 'clock'>, { line, confirmed }: UplinkRow): void {
  const beforeMs = clock.now() - LIMITS.uplinkKeptMs;
  prepared(db, 'DELETE FROM uplink_entries WHERE made_at < ? AND (line <> ? OR seq < ?)').run(
    beforeMs,
    line,
    confirmed,
  );
  prepared(
    db,
    'DELETE FROM uplink_parcels WHERE line <> ? OR last < (SELECT min(seq) FROM uplink_entries WHERE line = ?)',
  ).run(line, line);
}
