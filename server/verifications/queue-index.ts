import { setImmediate as nextTurn } from 'node:timers/promises';
import { prepared } from '../db/prepared.ts';
import { LIMITS } from '../lib/limits.ts';
import type { Logger } from '../lib/log.ts';
import type { ReadDeps } from './deps.ts';
import { watchRecords } from './queue-changes.ts';
import { placeOf, type QueueEntry } from './queue-entry.ts';
import { createQueueGroups, type QueueGroup } from './queue-groups.ts';
import { readMissingReasons } from './queue-reasons.ts';
import { createQueueWords } from './queue-words.ts';
import type { VerificationRow } from './store.ts';
import { readableSubject, searchableWords } from './subject-index.ts';

/** Every record that is not erased, in memory, with everything that the queue is searched by. */
export interface QueueIndex {
  /** Begins to read what is stored, once. */
  start(): void;
  /** Returns what is stored now, oldest first. Starts the index if needed. Use the result in the same turn of the event loop. */
  entries(): Promise<readonly QueueEntry[]>;
  /** Searches `entries`, like all methods below. */
  find(id: string): QueueEntry | undefined;
  groups(): Iterable<QueueGroup>;
  /** Returns lists of records with a word that begins with this text, among what has been read. */
  startingWith(beginning: string): (readonly QueueEntry[])[];
  /** Whether the names of all records have been read, and the reasons of those decided by an older program. */
  isComplete(): boolean;
  /** Resolves when the index is complete, was stopped, or failed. A failure is logged, and the next search tries again. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

interface EntryRow
  extends Pick<VerificationRow, 'seq' | 'id' | 'kind' | 'livemode' | 'status' | 'created_at' | 'updated_at'> {
  review_since: number | null;
  review_due_ms: number | null;
  assignee: string | null;
  reasons: string | null;
  alerts_open: number;
}

const SELECT_ENTRY = `
  SELECT v.seq, v.id, v.kind, v.livemode, v.status, v.created_at, v.updated_at, v.review_since, v.review_due_ms, v.assignee,
    (SELECT group_concat(r.code, ' ' ORDER BY r.position) FROM verification_reasons r WHERE r.verification_id = v.id) AS reasons,
    (SELECT count(*) FROM alerts a WHERE a.verification_id = v.id AND a.state = 'open') AS alerts_open
  FROM verifications v`;
const SELECT_ENTRIES = `${SELECT_ENTRY} WHERE v.seq > ? AND v.erasure = 'none' ORDER BY v.seq LIMIT ?`;
const SELECT_ONE = `${SELECT_ENTRY} WHERE v.id = ? AND v.erasure = 'none'`;

const NO_REASONS: readonly string[] = [];

/**
 * Reads all records once, in slices: first the unencrypted columns, then the subjects, the newest first. After that, each record that changes is read
 * again at the end of the turn in which it changed, or before the next search. An erased record is dropped in the same way.
 */
export function createQueueIndex(deps: ReadDeps & { log: Logger }): QueueIndex {
  const { db } = deps;
  const bySeq: QueueEntry[] = [];
  const byId = new Map<string, QueueEntry>();
  const groups = createQueueGroups();
  const words = createQueueWords();
  const changed = new Set<string>();
  /** Records have few distinct lists of reasons. */
  const reasonLists = new Map<string, readonly string[]>();
  let stopped = false;
  let isComplete = false;
  let reading: { plain: Promise<void>; all: Promise<void> } | null = null;

  const reasonsOf = ({ status, reasons }: EntryRow): readonly string[] => {
    if (reasons === null || status === 'completed') return NO_REASONS;
    const list = reasonLists.get(reasons) ?? reasons.split(' ');
    reasonLists.set(reasons, list);
    return list;
  };
  const keep = (row: EntryRow): QueueEntry => {
    const plain = {
      seq: row.seq,
      id: row.id,
      kind: row.kind,
      livemode: row.livemode === 1,
      status: row.status,
      createdAtMs: row.created_at,
      updatedAtMs: row.updated_at,
      reviewSinceMs: row.review_since,
      reviewDueMs: row.review_due_ms,
      assignee: row.assignee,
      reasons: reasonsOf(row),
      alertsOpen: row.alerts_open,
    };
    const known = byId.get(row.id);
    if (known) groups.remove(known);
    const entry: QueueEntry = known ? Object.assign(known, plain) : { ...plain, words: null, unnamed: false };
    groups.add(entry);
    if (known) return entry;
    byId.set(entry.id, entry);
    bySeq.splice(placeIn(bySeq, entry), 0, entry);
    return entry;
  };
  const drop = (id: string): void => {
    const entry = byId.get(id);
    if (!entry) return;
    byId.delete(id);
    groups.remove(entry);
    words.remove(entry, entry.words ?? '');
    bySeq.splice(placeIn(bySeq, entry), 1);
  };
  const readWords = (entry: QueueEntry): void => {
    const subject = readableSubject(deps, entry);
    words.remove(entry, entry.words ?? '');
    // An unreadable record is found by everything except its names.
    entry.words = subject ? searchableWords(subject) : '';
    words.add(entry, entry.words);
    entry.unnamed = subject !== null && subject.name === null;
  };
  /** Does nothing while a transaction runs, because its changes may be rolled back. */
  const refresh = (): void => {
    for (const id of changed) {
      const row = prepared(db, SELECT_ONE).get(id) as EntryRow | undefined;
      if (!row) {
        drop(id);
        continue;
      }
      const entry = keep(row);
      if (entry.words === null || entry.unnamed) readWords(entry);
    }
    changed.clear();
  };
  const refreshSoon = (): void => {
    try {
      if (!stopped) refresh();
    } catch (error) {
      // The next search tries again.
      deps.log.error('queue.refresh_failed', {}, error);
    }
  };

  const readPlain = async (): Promise<void> => {
    for (let seq = 0; !stopped; ) {
      const rows = prepared(db, SELECT_ENTRIES).all(seq, LIMITS.queueRecordsAtOnce) as EntryRow[];
      for (const row of rows) keep(row);
      seq = rows.at(-1)?.seq ?? seq;
      if (rows.length < LIMITS.queueRecordsAtOnce) return;
      await nextTurn();
    }
  };
  const readNames = async (): Promise<void> => {
    let endMs = performance.now() + LIMITS.queueSliceMs;
    for (const entry of [...bySeq].reverse()) {
      if (stopped) return;
      if (entry.words === null && byId.has(entry.id)) readWords(entry);
      if (performance.now() < endMs) continue;
      await nextTurn();
      endMs = performance.now() + LIMITS.queueSliceMs;
    }
  };
  const readRest = async (plain: Promise<void>): Promise<void> => {
    const startedMs = performance.now();
    try {
      await plain;
      // Callers that wait for what was read so far go first.
      await nextTurn();
      await readNames();
      await readMissingReasons(deps, () => stopped);
      if (stopped) return;
      isComplete = true;
      deps.log.info('queue.indexed', { records: bySeq.length, ms: Math.round(performance.now() - startedMs) });
    } catch (error) {
      reading = null;
      deps.log.error('queue.index_failed', {}, error);
    }
  };
  const begin = (): { plain: Promise<void>; all: Promise<void> } => {
    watchRecords(db, (id) => {
      if (changed.size === 0) setImmediate(refreshSoon);
      changed.add(id);
    });
    const plain = readPlain();
    return { plain, all: readRest(plain) };
  };
  const start = (): { plain: Promise<void>; all: Promise<void> } => {
    reading ??= begin();
    return reading;
  };
  return {
    start,
    async entries() {
      await start().plain;
      refresh();
      return bySeq;
    },
    find: (id) => byId.get(id),
    groups: groups.all,
    startingWith: words.startingWith,
    isComplete: () => isComplete,
    settled: () => start().all,
    async stop() {
      stopped = true;
      await reading?.all;
    },
  };
}

/** Returns the index of a record, or where it would be, in order of creation. */
function placeIn(entries: readonly QueueEntry[], { seq }: QueueEntry): number {
  return placeOf(entries, (one) => one.seq < seq);
}
