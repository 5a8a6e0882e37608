import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from '../db/open.ts';
import { transact } from '../db/transact.ts';
import { assert } from '../lib/assert.ts';
import { type Clock, isoTime } from '../lib/clock.ts';
import type { AuditAction } from '../vocabulary/audit-actions.ts';
import { addCheckpointIfDue, findCheckpointFault, readCheckpoints } from './checkpoints.ts';
import { type AuditRow, FIRST_LINK, linkOf } from './entries.ts';
import { type AuditHead, type HeadKeys, readHead, vouchForHead, writeHead } from './head.ts';

/** Only ids, codes and counts: the audit log holds no personal text. */
export interface AuditEntry {
  /** A key id, an operator id, `system` or `cli`. */
  actor: string;
  /** noun.verb, such as `key.created`. */
  action: AuditAction;
  subjectId?: string;
  details?: Record<string, string | number | boolean | null>;
}

/** Append inside the transaction of the action that the entry records. */
export interface Audit {
  append(entry: AuditEntry): void;
  /**
   * Writes the count and the head to the key database now, and signs them if a checkpoint is due. Otherwise this happens shortly after each append.
   * If the log no longer holds the last anchored entry, the anchor stays, so `verifyAudit` keeps reporting it.
   */
  anchor(): void;
  close(): void;
}

export type AuditVerdict = { ok: true; count: number } | { ok: false; count: number; seq: number; problem: string };

/** Anchors of actions close together are written once: each write costs an fsync. */
const ANCHOR_DELAY_MS = 200;
const ANCHOR_RETRY_MS = 30_000;

export function createAudit({ db, keys, clock }: { db: Db; keys: HeadKeys; clock: Clock }): Audit {
  const { db: keyDb, auditKey: key } = keys;
  const last = db.prepare('SELECT * FROM audit ORDER BY seq DESC LIMIT 1');
  const insert = db.prepare(
    'INSERT INTO audit (seq, at, actor, action, subject_id, details, link) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const selectLink = db.prepare('SELECT link FROM audit WHERE seq = ?').pluck();
  const selectFirstTime = db.prepare('SELECT at FROM audit ORDER BY seq LIMIT 1').pluck();
  let timer: NodeJS.Timeout | undefined;
  const linkAt = (count: number): Buffer | undefined =>
    count === 0 ? FIRST_LINK : (selectLink.get(count) as Buffer | undefined);
  const holdsAnchor = (): boolean => {
    const head = readHead(keys);
    if (head === 'changed') return false;
    return !head || (linkAt(head.count)?.equals(head.link) ?? false);
  };
  if (!keys.signing.vouchesForHead && holdsAnchor()) {
    const row = last.get() as AuditRow | undefined;
    vouchForHead(keys, { count: row?.seq ?? 0, link: row?.link ?? FIRST_LINK });
  }
  const anchor = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const row = last.get() as AuditRow | undefined;
    if (!row || !holdsAnchor()) return;
    transact(keyDb, () => {
      addCheckpointIfDue(keys, row, selectFirstTime.get() as number, clock.now());
      writeHead(keys, { count: row.seq, link: row.link });
    });
  };
  /** Never throws, for timers: an anchor that a full disk refuses is written later. */
  const anchorOrRetry = (): void => {
    try {
      anchor();
    } catch {
      timer = setTimeout(anchorOrRetry, ANCHOR_RETRY_MS);
    }
  };
  return {
    append(entry) {
      assert(db.inTransaction, 'an audit entry commits together with its act');
      const before = last.get() as AuditRow | undefined;
      const row = {
        seq: (before?.seq ?? 0) + 1,
        at: clock.now(),
        actor: entry.actor,
        action: entry.action,
        subject_id: entry.subjectId ?? null,
        details: JSON.stringify(entry.details ?? {}),
      };
      const link = linkOf(key, before?.link ?? FIRST_LINK, row);
      insert.run(row.seq, row.at, row.actor, row.action, row.subject_id, row.details, link);
      timer ??= setTimeout(anchorOrRetry, ANCHOR_DELAY_MS);
    },
    anchor,
    close: () => {
      if (timer) anchorOrRetry();
      clearTimeout(timer);
    },
  };
}

/**
 * Verifies the whole chain. Every link must be the HMAC-SHA-256 over the previous link and its row, and numbers must have no gap. The log must hold
 * every signed checkpoint and reach at least the count and head in the key database, so truncation is detected. It must also hold the `anchors`
 * that were kept elsewhere. Entries written during the check are included.
 */
export function verifyAudit(deps: VerifyDeps, anchors: readonly AuditAnchor[] = []): AuditVerdict {
  const steps = followChain(deps, anchors);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same in batches; other work gets a turn in between. */
export async function verifyAuditInSlices(deps: VerifyDeps): Promise<AuditVerdict> {
  const steps = followChain(deps, []);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await nextTurn();
  }
}

/** A head that was kept elsewhere; `named`: how a fault names it. */
export interface AuditAnchor extends AuditHead {
  named?: string;
}

type VerifyDeps = { db: Db; keys: HeadKeys };

/** Entries verified at once, about 2 ms. */
const LOT = 250;

/** Yields after each batch. */
function* followChain({ db, keys }: VerifyDeps, anchors: readonly AuditAnchor[]): Generator<void, AuditVerdict> {
  const checkpoints = readCheckpoints(keys.db);
  const fault = findCheckpointFault(checkpoints, keys.signing.publicKey);
  if (fault) return { ok: false, count: fault.count, seq: fault.count, problem: fault.problem };
  const head = readHead(keys);
  if (head === 'changed') {
    const problem = 'the end of the log in keys.db, or the number of checkpoints, was changed';
    return { ok: false, count: 0, seq: 1, problem };
  }
  const known = [
    ...checkpoints.map(({ count, link, number }) => ({ count, link, named: `that checkpoint ${number} signed` })),
    ...(head ? [{ ...head, named: 'in the stored anchor' }] : []),
    ...anchors.map((anchor) => ({ named: 'in your anchor', ...anchor })),
  ];
  const knownAt = Map.groupBy(known, ({ count }) => count);
  const select = db.prepare('SELECT * FROM audit WHERE seq > ? ORDER BY seq LIMIT ?');
  let link: Buffer = FIRST_LINK;
  let count = 0;
  for (
    let rows = select.all(Number.MIN_SAFE_INTEGER, LOT) as AuditRow[];
    rows.length > 0;
    rows = select.all(count, LOT) as AuditRow[]
  ) {
    for (const row of rows) {
      count += 1;
      if (row.seq !== count) return { ok: false, count, seq: count, problem: `entry ${count} is missing` };
      if (!linkOf(keys.auditKey, link, row).equals(row.link)) {
        return { ok: false, count, seq: row.seq, problem: `entry ${row.seq} of ${isoTime(row.at)} was changed` };
      }
      link = row.link;
      for (const { link: wanted, named } of knownAt.get(count) ?? []) {
        if (!wanted.equals(link))
          return { ok: false, count, seq: count, problem: `entry ${count} does not match the entry ${named}` };
      }
    }
    yield;
  }
  const reached = known.reduce((most, one) => Math.max(most, one.count), 0);
  if (reached > count) {
    const problem = `the log was cut off: ${reached} entries were anchored, ${count} are left`;
    return { ok: false, count, seq: count + 1, problem };
  }
  return { ok: true, count };
}
