import { setTimeout } from 'node:timers/promises';
import { transact } from '../db/transact.ts';
import { emptyWal } from '../db/wal.ts';
import { must } from '../lib/assert.ts';
import { AppError, conflict } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { isPassing } from '../lib/transient-errors.ts';
import { genuine } from '../rows/guard.ts';
import { reopenWaiting } from '../verifications/conclude.ts';
import { ATTACHMENT_POSITION } from '../verifications/documents.ts';
import type { Which } from '../verifications/record-action.ts';
import { idsOfRecords, matchKeys } from '../verifications/records-and-keys.ts';
import { stateName } from '../verifications/state.ts';
import type { VerificationRow } from '../verifications/store.ts';
import type { VerificationKind } from '../verifications/types.ts';
import { type Certificate, certify } from './certificate.ts';
import { dropRows } from './rows.ts';
import type { ErasureCause, RetentionDeps, Skeleton } from './types.ts';

interface RecordRow extends Pick<VerificationRow, 'id' | 'kind' | 'livemode' | 'status' | 'erasure'> {
  legal_hold: number;
  job: string | null;
}

interface Asked {
  cause: ErasureCause;
  actor: string;
}

/**
 * Erases a record permanently and returns the certificate. From the first commit on, the record is gone for every
 * reader. If the process ends later, the next start finishes the erasure; each step may run twice. The steps:
 * 1. one transaction: `erasing`, all rows, and whatever holds the record in memory;
 * 2. its keys, in the key database, whose write-ahead log is then emptied, so no copy of a row or file can be opened again;
 * 3. its files;
 * 4. one transaction: `erased`, certificate, audit row; then the write-ahead log of the main database.
 * Throws `not_found`; `erased` if the record was erased before; `state_conflict` while it is being processed or on legal hold.
 */
export async function eraseVerification(deps: RetentionDeps, which: Which, asked: Asked): Promise<Certificate> {
  transact(deps.db, () => {
    const row = findRecord(deps, which.id);
    if (row?.kind !== which.kind || row.livemode !== Number(which.livemode)) {
      throw new AppError('not_found', 'There is no verification with this id that you can read. Check the id.');
    }
    if (row.erasure === 'erased')
      throw new AppError('erased', 'This verification was already erased. Only its erasure certificate remains.');
    // Finish an erasure that was interrupted.
    if (row.erasure === 'erasing') return;
    // The hold, state or end time may have been tampered with.
    genuine(
      deps.db,
      'verifications',
      deps.db.prepare('SELECT * FROM verifications WHERE id = ?').get(which.id) as object,
    );
    refuseBusy(row);
    begin(deps, row, asked, deps.clock.now());
  });
  const certificate = await finish(deps, which.id);
  // A purge does this once for all the records it erases.
  if (asked.cause === 'request') await deps.keysDestroyed();
  return certificate;
}

/**
 * Runs before a start recovers anything else. Finishes the erasures that an earlier process began, and erases what an
 * older copy of the main database still holds although its keys were destroyed. Returns how many there were.
 */
export async function finishErasures(deps: RetentionDeps): Promise<number> {
  const { db, keys } = deps;
  for (const id of matchKeys(idsOfRecords(db), keys.dataKeyIds()).keyless) {
    const destroyed = keys.keysDestroyed(id);
    if (!destroyed) continue;
    const asked = { cause: destroyed.cause as ErasureCause, actor: destroyed.erasedBy };
    transact(db, () => begin(deps, must(findRecord(deps, id), 'it was listed'), asked, destroyed.destroyedAtMs));
  }
  const pending = pendingErasures(deps);
  for (const { id } of pending) await finish(deps, id);
  dropLostFaces(deps);
  // No other code reads the database yet.
  emptyWal(db);
  return pending.length;
}

/** Returns the records whose erasure began and failed. Erasing them again finishes it. */
export function pendingErasures({ db }: Pick<RetentionDeps, 'db'>): Which[] {
  const select = db.prepare("SELECT id, kind, livemode FROM verifications WHERE erasure = 'erasing'");
  const rows = select.all() as { id: string; kind: VerificationKind; livemode: number }[];
  return rows.map((row) => ({ ...row, livemode: row.livemode === 1 }));
}

/** Returns the certificate of an erased record. Throws `not_found` if there is none or the erasure is not finished. */
export function certificateOf({ db }: Pick<RetentionDeps, 'db'>, { id, kind, livemode }: Which): Certificate {
  const text = db
    .prepare(
      `SELECT e.certificate FROM erasures e JOIN verifications v ON v.id = e.verification_id
       WHERE v.id = ? AND v.kind = ? AND v.livemode = ? AND v.erasure = 'erased'`,
    )
    .pluck()
    .get(id, kind, Number(livemode)) as string | undefined;
  if (text === undefined) throw new AppError('not_found', 'No verification with this id was erased. Check the id.');
  return JSON.parse(text) as Certificate;
}

const SELECT_RECORD = `SELECT v.id, v.kind, v.livemode, v.status, v.erasure, v.legal_hold, j.state AS job
  FROM verifications v LEFT JOIN jobs j ON j.verification_id = v.id`;

function findRecord({ db }: RetentionDeps, id: string): RecordRow | undefined {
  return db.prepare(`${SELECT_RECORD} WHERE v.id = ?`).get(id) as RecordRow | undefined;
}

/** A record that is being processed, or soon may be, would be written to during the erasure. */
function refuseBusy({ status, job, legal_hold: held }: RecordRow): void {
  if (held === 1) {
    throw conflict('This verification is on legal hold. Lift the hold before you erase it.');
  }
  if (status !== 'pending' && status !== 'processing' && job !== 'queued' && job !== 'running') return;
  throw conflict('This verification is being processed. Erase it after processing has ended.');
}

function begin(deps: RetentionDeps, row: RecordRow, { cause, actor }: Asked, requestedAtMs: number): void {
  const { db, faceIndex, reports } = deps;
  const { id, kind } = row;
  const count = db.prepare('SELECT count(*) FROM documents WHERE verification_id = ? AND position < ?').pluck();
  const documents = count.get(id, ATTACHMENT_POSITION) as number;
  // Companies stop waiting for this person.
  if (kind === 'kyc') reopenWaiting(deps, id);
  db.prepare("UPDATE verifications SET erasure = 'erasing', legal_hold = 0 WHERE id = ?").run(id);
  dropRows(db, id);
  db.prepare(
    `INSERT OR REPLACE INTO erasures (verification_id, cause, requested_by, requested_at, documents)
     VALUES (?, ?, ?, ?, ?)`,
  ).run(id, cause, actor, requestedAtMs, documents);
  reports.erase(id);
  faceIndex?.forget(id);
}

async function finish(deps: RetentionDeps, id: string): Promise<Certificate> {
  const { keys, vault, clock, reports } = deps;
  const skeleton = readSkeleton(deps, id);
  const { cause, requestedBy: erasedBy } = skeleton;
  keys.destroyKeys(id, { cause, erasedBy, destroyedAtMs: clock.now() });
  await vault.removeFiles(id);
  reports.removeCopies();
  const certificate = transact(deps.db, () => conclude(deps, skeleton));
  await forgetFormerPages(deps);
  return certificate;
}

function conclude(deps: RetentionDeps, skeleton: Skeleton): Certificate {
  const { db, keys, audit, clock } = deps;
  const { id, kind, livemode, cause, requestedBy } = skeleton;
  // Two requests at once: the other one has already signed.
  if (findRecord(deps, id)?.erasure === 'erased') return certificateOf(deps, { id, kind, livemode });
  const certificate = certify(keys, skeleton, clock.now());
  db.prepare("UPDATE verifications SET erasure = 'erased' WHERE id = ?").run(id);
  db.prepare('UPDATE erasures SET erased_at = ?, certificate = ? WHERE verification_id = ?').run(
    clock.now(),
    JSON.stringify(certificate),
    id,
  );
  audit.append({ actor: requestedBy, action: stateName(kind, 'erased'), subjectId: id, details: { cause } });
  return certificate;
}

function readSkeleton({ db }: RetentionDeps, id: string): Skeleton {
  const row = db
    .prepare(
      `SELECT v.id, v.kind, v.livemode, v.status, v.policy_version AS policyVersion, v.created_at AS createdAtMs,
         v.ended_at AS endedAtMs, e.cause, e.requested_by AS requestedBy, e.requested_at AS requestedAtMs, e.documents
       FROM verifications v JOIN erasures e ON e.verification_id = v.id WHERE v.id = ?`,
    )
    .get(id) as (Omit<Skeleton, 'livemode'> & { livemode: number }) | undefined;
  const found = must(row, 'an erasure that was begun is kept');
  return { ...found, livemode: found.livemode === 1 };
}

/**
 * No key remains that opens what is left in the log. If a thread is reading from it at this moment, for an index of
 * lists, wait for a while; otherwise the next erasure or start empties the log.
 */
export async function forgetFormerPages({ db, log }: Pick<RetentionDeps, 'db' | 'log'>): Promise<void> {
  for (let waitedMs = 0; waitedMs <= LIMITS.erasureWalWaitMs; waitedMs += WAL_RETRY_MS) {
    if (emptyWal(db)) return;
    await setTimeout(WAL_RETRY_MS);
  }
  log.warn('erasure.log_in_use');
}

const WAL_RETRY_MS = 50;

/**
 * Drops face templates that an older copy of the main database still holds although their key was destroyed: they can never be opened again. Returns
 * the number of records affected. Templates from before faces had their own keys use the record's key and stay.
 */
export function dropLostFaces({ db, keys, vault, log }: Pick<RetentionDeps, 'db' | 'keys' | 'vault' | 'log'>): number {
  const keyed = new Set(keys.faceKeyIds());
  const marked = db.prepare('SELECT DISTINCT verification_id FROM face_marks').pluck().all() as string[];
  const one = db.prepare('SELECT sealed_face FROM face_marks WHERE verification_id = ? LIMIT 1').pluck();
  const lost = marked.filter((id) => {
    const recordKey = keyed.has(id) ? null : keys.dataKey(id);
    return recordKey !== null && !opens(() => vault.openJson(id, 'face_marks.face', one.get(id) as Buffer, recordKey));
  });
  if (lost.length === 0) return 0;
  const remove = db.prepare('DELETE FROM face_marks WHERE verification_id = ?');
  transact(db, () => {
    for (const id of lost) remove.run(id);
  });
  log.warn('start.lost_faces_dropped', { verifications: lost.length });
  return lost.length;
}

function opens(open: () => unknown): boolean {
  try {
    open();
    return true;
  } catch (error) {
    // A failed database read does not mean that the row is lost.
    if (isPassing(error)) throw error;
    return false;
  }
}
