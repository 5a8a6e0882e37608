import { isActiveActor } from '../access/actors.ts';
import { prepared } from '../db/prepared.ts';
import { invalidField } from '../lib/errors.ts';
import type { DbDeps, VerificationDeps } from './deps.ts';
import { type Act, recordAction } from './record-action.ts';
import type { Assignment } from './review-types.ts';

/** Returns the reviewer assigned to a verification, or null if none is. */
export function assignmentOf({ db }: DbDeps, id: string): Assignment | null {
  const row = prepared(
    db,
    `SELECT assignee, assigned_by AS assignedBy, assigned_at AS assignedAtMs FROM verifications
     WHERE id = ? AND assignee IS NOT NULL`,
  ).get(id) as Assignment | undefined;
  return row ?? null;
}

/**
 * Assigns a verification that has not ended, or with null removes the assignment, in the caller's transaction. Throws
 * `not_found`, `state_conflict`, and `invalid_request` if no such key or operator can act.
 */
export function assignVerification(deps: VerificationDeps, act: Act, assignee: string | null): void {
  recordAction(deps, act, 'before its end');
  const nowMs = deps.clock.now();
  if (assignee !== null && !isActiveActor(deps.db, assignee, { livemode: act.livemode, nowMs }))
    throw invalidField('assignee', 'assignee is not the id of an active operator or key; send one, such as opr_...');
  const set = assignee === null ? [null, null, null] : [assignee, act.actor, nowMs];
  deps.db
    .prepare('UPDATE verifications SET assignee = ?, assigned_by = ?, assigned_at = ? WHERE id = ?')
    .run(...set, act.id);
  const action = assignee === null ? 'assignment.removed' : 'assignment.set';
  deps.audit.append({ actor: act.actor, action, subjectId: act.id, details: assignee === null ? {} : { assignee } });
}
