import { prepared } from '../db/prepared.ts';
import { assert, must } from '../lib/assert.ts';
import { AppError } from '../lib/errors.ts';
import { genuine } from '../rows/guard.ts';
import type { SealedRecord } from '../vault/staging.ts';
import type { DbDeps, VerificationDeps } from './deps.ts';
import { type Erasure, refuseErased } from './erased.ts';
import { isFinal } from './state.ts';
import type { VerificationKind, VerificationStatus } from './types.ts';

/** A verification of this kind, in this mode. */
export interface Which {
  kind: VerificationKind;
  id: string;
  livemode: boolean;
}

/** An action on a verification and who performs it. */
export interface Act extends Which {
  /** The key or operator that acts. */
  actor: string;
}

/** In which states an action is allowed. */
export type Allowed = 'any state' | 'before its end' | 'while it waits for a person';

/** Begins an action, in the caller's transaction, and marks the record as changed. Throws `not_found`, `erased`, `state_conflict`. */
export function recordAction(deps: Pick<VerificationDeps, 'db' | 'clock'>, act: Which, allowed: Allowed): void {
  assert(deps.db.inTransaction, 'an act commits together with its audit row');
  requireState(deps, act, allowed);
  prepared(deps.db, 'UPDATE verifications SET updated_at = ? WHERE id = ?').run(deps.clock.now(), act.id);
}

export function sealedRecord({ keys }: Pick<VerificationDeps, 'keys'>, id: string): SealedRecord {
  return { verificationId: id, dataKey: must(keys.dataKey(id), 'a record that is found has its key') };
}

/** Throws `not_found`, `erased`, `state_conflict`. */
export function requireState({ db }: DbDeps, { kind, id, livemode }: Which, allowed: Allowed): void {
  const row = prepared(db, 'SELECT * FROM verifications WHERE id = ? AND kind = ? AND livemode = ?').get(
    id,
    kind,
    Number(livemode),
  ) as { status: VerificationStatus; erasure: Erasure } | undefined;
  if (!row) throw new AppError('not_found', 'There is no verification with this id that you can read. Check the id.');
  refuseErased(row);
  const { status } = genuine(db, 'verifications', row);
  if (allowed === 'while it waits for a person' && status !== 'needs_review') throw conflict(allowed, status);
  if (allowed === 'before its end' && isFinal(status)) throw conflict(allowed, status);
}

function conflict(allowed: Allowed, status: VerificationStatus): AppError {
  const wanted = allowed === 'before its end' ? 'has not ended' : 'is in needs_review';
  return new AppError('state_conflict', `This is possible only while the verification ${wanted}; it is in ${status}.`);
}

/** Throws `state_conflict` if a verification already has the maximum number of these rows. The SQL may name `@actor`. */
export function refuseTooMany(
  { db }: DbDeps,
  rows: string,
  { id, actor }: Pick<Act, 'id' | 'actor'>,
  max: number,
): void {
  const count = prepared(db, `SELECT count(*) FROM (SELECT verification_id FROM ${rows}) WHERE verification_id = @id`);
  if ((count.pluck().get({ id, actor }) as number) < max) return;
  throw new AppError(
    'state_conflict',
    `This verification already has ${max} such entries, which is the maximum. Decide it, or create a new one.`,
  );
}
