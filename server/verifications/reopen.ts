import { assert } from '../lib/assert.ts';
import type { VerificationDeps } from './deps.ts';
import { enterState } from './state.ts';

/** What a company's verification that waits for a person is opened again by: a new file, or the end of a person's verification. */
export type ReopenedBy = 'document' | 'person';

/** Steps that run again. Reading keeps what it read; what was looked up stays as it was. */
const STEPS_AGAIN = ['documents', 'risk', 'persons'];
const FIRST_STEP = { document: 'read', person: 'documents' } as const satisfies Record<ReopenedBy, string>;

/**
 * From `needs_review` back to `processing`, inside the caller's transaction: state with its event, job, audit row. The
 * former decision ends; the audit log keeps what it was.
 */
export function reopenKyb(
  deps: Pick<VerificationDeps, 'db' | 'clock' | 'events' | 'queue' | 'audit'>,
  id: string,
  { actor, by }: { actor: string; by: ReopenedBy },
): void {
  const { db, queue, audit } = deps;
  assert(db.inTransaction, 'a record is opened again together with what opens it');
  db.prepare('UPDATE verifications SET sealed_decision = NULL, policy_version = NULL, step = ? WHERE id = ?').run(
    FIRST_STEP[by],
    id,
  );
  const remove = db.prepare('DELETE FROM step_results WHERE verification_id = ? AND step = ?');
  for (const step of STEPS_AGAIN) remove.run(id, step);
  enterState(deps, id, ['needs_review'], 'processing');
  queue.enqueueAgain(id);
  audit.append({ actor, action: 'kyb.verification.reopened', subjectId: id, details: { by } });
}
