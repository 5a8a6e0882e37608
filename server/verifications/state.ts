import { prepared } from '../db/prepared.ts';
import { assert } from '../lib/assert.ts';
import type { DbDeps, VerificationDeps } from './deps.ts';
import type { VerificationKind, VerificationStatus } from './types.ts';

const HOUR_MS = 3600 * 1000;

export type StateName = 'created' | 'overdue' | Exclude<VerificationStatus, 'pending'>;

/** The names of the two kinds in events, and the paths where they are read. */
const KINDS = {
  kyc: { event: 'verification', object: 'verification', path: '/v1/verifications' },
  kyb: { event: 'kyb.verification', object: 'kyb_verification', path: '/v1/kyb/verifications' },
} as const satisfies Record<VerificationKind, object>;

/** Returns a name such as `kyb.verification.completed`, for the event and for the audit row. */
export function stateName<const S extends string>(
  kind: VerificationKind,
  state: S,
): `${(typeof KINDS)[VerificationKind]['event']}.${S}` {
  return `${KINDS[kind].event}.${state}`;
}

/** Whether this state is final. */
export function isFinal(status: VerificationStatus): boolean {
  return status === 'completed' || status === 'failed';
}

/** Returns the state of a record. Decrypts nothing. */
export function statusOf({ db }: DbDeps, id: string): VerificationStatus {
  const status = prepared(db, 'SELECT status FROM verifications WHERE id = ?').pluck().get(id);
  assert(status, 'a job has its record');
  return status as VerificationStatus;
}

/** Appends one event per state entered, or when the record is overdue in its state. It names the record and its state, and no personal data. */
export function appendStateEvent(
  { events }: Pick<VerificationDeps, 'events'>,
  record: { id: string; kind: VerificationKind; livemode: boolean; status: VerificationStatus },
  name: StateName,
): void {
  const { id, kind, status, livemode } = record;
  const { object, path } = KINDS[kind];
  events.append({
    kind: stateName(kind, name),
    subjectId: id,
    livemode,
    data: { id, object, status, livemode, links: { self: `${path}/${id}` } },
  });
}

/**
 * Enters a state from one of `from`, with its event. Returns the record's kind.
 * @param waitHoursMax for `needs_review`: after how many hours the wait is overdue. null: never
 */
export function enterState(
  deps: Pick<VerificationDeps, 'db' | 'clock' | 'events'>,
  id: string,
  from: readonly VerificationStatus[],
  status: Exclude<VerificationStatus, 'pending'>,
  waitHoursMax: number | null = null,
): VerificationKind {
  assert(from.includes(statusOf(deps, id)), `a record becomes ${status} from ${from.join(' or ')} only`);
  const now = deps.clock.now();
  const row = prepared(
    deps.db,
    `UPDATE verifications SET status = @status, updated_at = @now, ended_at = CASE WHEN @final = 1 THEN @now END
       WHERE id = @id RETURNING kind, livemode`,
  ).get({ id, status, now, final: Number(isFinal(status)) }) as { kind: VerificationKind; livemode: number };
  if (status === 'needs_review') beginWait(deps, id, now, waitHoursMax);
  appendStateEvent(deps, { id, kind: row.kind, livemode: row.livemode === 1, status }, status);
  return row.kind;
}

/**
 * Writes since when a record waits for a review and until when it may, in the transaction that sends it to review.
 * @param waitHoursMax null: it has no deadline
 */
export function beginWait({ db }: DbDeps, id: string, nowMs: number, waitHoursMax: number | null): void {
  const dueMs = waitHoursMax === null ? null : nowMs + waitHoursMax * HOUR_MS;
  prepared(
    db,
    'UPDATE verifications SET review_since = ?, review_due_ms = ?, overdue_reported_ms = NULL WHERE id = ?',
  ).run(nowMs, dueMs, id);
}
