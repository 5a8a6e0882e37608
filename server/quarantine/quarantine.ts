import type { BaseDeps } from '../audit/deps.ts';
import type { Audit } from '../audit/log.ts';
import type { Db } from '../db/open.ts';
import { transact } from '../db/transact.ts';
import { deadlineHours } from '../decision/deadline.ts';
import type { EventLog } from '../events/log.ts';
import type { JobQueue } from '../jobs/queue.ts';
import { AppError } from '../lib/errors.ts';
import type { Policies } from '../policies/policies.ts';
import { authenticateAll, authenticateRow, forgetMet, idOf, type RefusedRow } from '../rows/guard.ts';
import type { GuardedName } from '../rows/tables.ts';
import { appendStateEvent, beginWait } from '../verifications/state.ts';
import type { VerificationKind, VerificationStatus } from '../verifications/types.ts';

export interface QuarantineDeps extends Pick<BaseDeps, 'db' | 'log'> {
  clock: { now(): number };
  audit: Pick<Audit, 'append'>;
  events: EventLog;
  queue: JobQueue;
  policies: Policies;
}

/** What takes away a row's rights or effect; the rest of it stays. Parameters: `@row`, `@now`, `@actor`. null: the row stays as it is. */
const HARMLESS: Readonly<Record<GuardedName, string | null>> = {
  api_keys: 'UPDATE api_keys SET revoked_at = coalesce(revoked_at, @now)',
  operators: 'UPDATE operators SET active = 0, updated_at = @now',
  sessions: 'DELETE FROM sessions',
  webhook_endpoints: "UPDATE webhook_endpoints SET state = 'disabled', disabled_reason = 'by_hand', updated_at = @now",
  webhook_origins: 'DELETE FROM webhook_origins',
  security_receivers: 'DELETE FROM security_receivers',
  // Nothing is sent to a hub whose settings cannot be trusted.
  uplink: 'DELETE FROM uplink',
  webhook_attempts: 'UPDATE webhook_attempts SET sealed_exchange = NULL',
  // Pending deliveries of the event are removed with it.
  events: 'DELETE FROM events',
  reviews: "UPDATE reviews SET state = 'withdrawn', withdrawn_by = @actor, withdrawn_at = @now",
  alerts: "UPDATE alerts SET state = 'open', updated_at = @now",
  hit_decisions: 'DELETE FROM hit_decisions',
  idempotency: 'DELETE FROM idempotency',
  face_marks: 'DELETE FROM face_marks',
  // Its key and files are deleted at the next look.
  capture_sessions: 'DELETE FROM capture_sessions',
  // Nothing in it can be trusted; its files can be imported again.
  trust_versions: 'DELETE FROM trust_versions',
  trust_anchors: 'DELETE FROM trust_anchors',
  // Its chip can be asked again.
  chip_challenges: 'DELETE FROM chip_challenges',
  // Parts of a record: the record needs review again.
  verifications: null,
  documents: null,
  step_results: null,
  former_attempts: null,
  former_results: null,
  corrections: null,
  face_choices: null,
  document_requests: null,
  notes: null,
  person_verifications: null,
  // The current version gets a new number, so this row is no longer in force.
  policies: null,
};

/** The column that links a row to a record. Rows of the other tables belong to no record, or do not affect it. */
const RECORD_OF: Readonly<Partial<Record<GuardedName, string>>> = {
  verifications: 'id',
  documents: 'verification_id',
  step_results: 'verification_id',
  former_attempts: 'verification_id',
  former_results: 'verification_id',
  reviews: 'verification_id',
  corrections: 'verification_id',
  face_choices: 'verification_id',
  document_requests: 'verification_id',
  notes: 'verification_id',
  hit_decisions: 'verification_id',
  alerts: 'verification_id',
  person_verifications: 'kyb_id',
};

/**
 * Takes a refused row out of use and keeps its content. A key is revoked, an operator deactivated, a session ended, an endpoint disabled, an origin
 * removed, a proposal withdrawn, a decision on a hit removed, and a record that had ended needs review. The log records what can be read from then
 * on as this person's action. Throws `not_found`.
 */
export function quarantine(deps: QuarantineDeps, refused: RefusedRow, actor: string): void {
  const { db, clock, audit, policies } = deps;
  const { table, row } = refused;
  transact(db, () => {
    const record = recordOf(db, refused);
    const told = table === 'events' ? subjectOf(db, row) : record;
    if (authenticateRow(db, refused) === 0) {
      throw new AppError('not_found', `There is no row ${row} in ${table}. Run "custos verify-data" to list the rows.`);
    }
    const act = HARMLESS[table];
    if (act !== null) db.prepare(`${act} WHERE ${idOf(table)} = @row`).run({ row, now: clock.now(), actor });
    if (table === 'operators') db.prepare('DELETE FROM sessions WHERE operator_id = ?').run(row);
    audit.append({ actor, action: 'row.quarantined', subjectId: told ?? row, details: { table, row } });
    if (record !== null) openAgain(deps, record, actor);
    if (table === 'policies') policies.renew(actor);
  });
  forgetMet(db, refused);
  deps.log.warn('row.quarantined', { ...refused });
}

/** Accepts every row as it is, for a database that was restored by hand. Returns how many there are. */
export function acceptAll({ db, audit, log }: QuarantineDeps, actor: string): number {
  const rows = transact(db, () => {
    const count = authenticateAll(db);
    audit.append({ actor, action: 'rows.accepted', details: { rows: count } });
    return count;
  });
  forgetMet(db);
  log.warn('rows.accepted', { rows });
  return rows;
}

function recordOf(db: Db, { table, row }: RefusedRow): string | null {
  const column = RECORD_OF[table];
  if (column === undefined) return null;
  const select = db.prepare(`SELECT ${column} FROM ${table} WHERE ${idOf(table)} = ?`).pluck();
  return (select.get(row) as string | undefined) ?? null;
}

/** Returns the subject of an event. */
function subjectOf(db: Db, eventId: string): string | null {
  const select = db.prepare('SELECT subject_id FROM events WHERE id = ?').pluck();
  return (select.get(eventId) as string | undefined) ?? null;
}

/** Sends a record that has ended to review. A record that had not ended is processed again and gets a new result. */
function openAgain(deps: QuarantineDeps, id: string, actor: string): void {
  const { db, clock, queue } = deps;
  authenticateRow(db, { table: 'verifications', row: id });
  const now = clock.now();
  const found = db
    .prepare(
      `SELECT v.kind, v.livemode, v.status, v.erasure, j.state AS job FROM verifications v
       JOIN jobs j ON j.verification_id = v.id WHERE v.id = ?`,
    )
    .get(id) as { kind: VerificationKind; livemode: number; status: VerificationStatus; erasure: string; job: string };
  const { kind, livemode, status, erasure, job } = found;
  if (erasure !== 'none' || job === 'queued' || job === 'running') return;
  if (job === 'dead' && (status === 'pending' || status === 'processing')) {
    queue.enqueueAgain(id);
    return;
  }
  db.prepare(`UPDATE verifications SET status = 'needs_review', ended_at = NULL, updated_at = @now WHERE id = @id`).run(
    { id, now },
  );
  const codes = db.prepare('SELECT code FROM verification_reasons WHERE verification_id = ?').pluck().all(id);
  beginWait(deps, id, now, deadlineHours(codes as string[], deps.policies.current()));
  db.prepare(
    "UPDATE reviews SET state = 'withdrawn', withdrawn_by = ?, withdrawn_at = ? WHERE verification_id = ? AND state <> 'withdrawn'",
  ).run(actor, now, id);
  appendStateEvent(deps, { id, kind, livemode: livemode === 1, status: 'needs_review' }, 'needs_review');
}
