import { assert, must } from '../lib/assert.ts';
import type { DbDeps, VerificationDeps } from './deps.ts';
import { dropReasons } from './queue-reasons.ts';
import { withdrawProposal } from './review-store.ts';
import { enterState, stateName } from './state.ts';
import type { VerificationKind } from './types.ts';

/** Why a verification in `needs_review` is reopened: a new file, the end of a person's verification, or a reviewer's action. */
export type ReopenedBy = 'document' | 'person' | 'rerun' | 'correction' | 'face_choice';

/** The step from which it runs again, and the results that are put aside. null: all. */
interface Again {
  from: string;
  steps: readonly string[] | null;
}

/** The steps that depend on the text of a person's documents. What was read and the face comparison stay. */
const TEXT_STEPS_AGAIN = ['authenticity', 'validity', 'consistency', 'duplicates', 'screening'];
/** The steps that depend on which faces are compared. */
const FACE_STEPS_AGAIN = ['face', 'duplicates'];
/** For a company's new file or person. The look-ups stay unless a rerun is requested, and readings of its files are kept. */
const COMPANY_STEPS_AGAIN = ['documents', 'risk', 'persons'];
const AGAIN: { kyc: Record<ReopenedBy, Again>; kyb: Partial<Record<ReopenedBy, Again>> } = {
  kyc: {
    document: { from: 'intake', steps: null },
    person: { from: 'intake', steps: null },
    rerun: { from: 'intake', steps: null },
    correction: { from: 'authenticity', steps: TEXT_STEPS_AGAIN },
    face_choice: { from: 'face', steps: FACE_STEPS_AGAIN },
  },
  kyb: {
    document: { from: 'read', steps: COMPANY_STEPS_AGAIN },
    person: { from: 'documents', steps: COMPANY_STEPS_AGAIN },
    rerun: { from: 'registry', steps: null },
  },
};

/**
 * Moves a record from `needs_review` back to `processing`, inside the caller's transaction: state with its event, job, audit row.
 * The former decision, and the results of the steps that run again, are kept as former ones, without decrypting them. A pending
 * proposal is withdrawn, because it concerned those results.
 */
export function reopen(
  deps: Pick<VerificationDeps, 'db' | 'clock' | 'events' | 'queue' | 'audit'>,
  id: string,
  { actor, by }: { actor: string; by: ReopenedBy },
): void {
  const { db, queue, audit } = deps;
  assert(db.inTransaction, 'a record is opened again together with what opens it');
  const kind = db.prepare('SELECT kind FROM verifications WHERE id = ?').pluck().get(id) as VerificationKind;
  const { from, steps } = must(
    AGAIN[kind][by],
    'of a company nothing is read that could be corrected, and no face compared',
  );
  putAside(deps, id, { actor, by, steps });
  withdrawProposal(deps, id, actor);
  // Results that stay must stay with the policy that made them. Otherwise the run begins again under the policy in force.
  if (steps === null) db.prepare('UPDATE jobs SET policy_version = NULL WHERE verification_id = ?').run(id);
  db.prepare('UPDATE verifications SET sealed_decision = NULL, policy_version = NULL, step = ? WHERE id = ?').run(
    from,
    id,
  );
  dropReasons(deps, id);
  enterState(deps, id, ['needs_review'], 'processing');
  queue.enqueueAgain(id);
  audit.append({ actor, action: stateName(kind, 'reopened'), subjectId: id, details: { by } });
}

/** Moves the decision and the results of these steps to the former ones. They stay encrypted for the columns they came from. */
function putAside(
  { db, clock }: Pick<VerificationDeps, 'db' | 'clock'>,
  id: string,
  { actor, by, steps }: { actor: string; by: ReopenedBy; steps: readonly string[] | null },
): void {
  const attempt = 1 + countAttempts({ db }, id);
  db.prepare(
    `INSERT INTO former_attempts (verification_id, attempt, cause, opened_by, opened_at, policy_version, sealed_decision)
     SELECT id, @attempt, @by, @actor, @now, policy_version, sealed_decision FROM verifications WHERE id = @id`,
  ).run({ id, attempt, by, actor, now: clock.now() });
  const which = { id, steps: steps && JSON.stringify(steps) };
  const chosen = 'verification_id = @id AND (@steps IS NULL OR step IN (SELECT value FROM json_each(@steps)))';
  db.prepare(
    `INSERT INTO former_results (verification_id, attempt, step, finished_at, duration_ms, sealed_result)
     SELECT verification_id, @attempt, step, finished_at, duration_ms, sealed_result FROM step_results WHERE ${chosen}`,
  ).run({ ...which, attempt });
  db.prepare(`DELETE FROM step_results WHERE ${chosen}`).run(which);
}

/** Returns how often a record has been reopened. */
export function countAttempts({ db }: DbDeps, id: string): number {
  return db.prepare('SELECT count(*) FROM former_attempts WHERE verification_id = ?').pluck().get(id) as number;
}
