import { transact } from '../db/transact.ts';
import type { Decision } from '../decision/types.ts';
import { assert } from '../lib/assert.ts';
import type { VerificationDeps } from './deps.ts';
import { appendStateEvent } from './state-event.ts';
import type { VerificationStatus } from './types.ts';

/** `pending` to `processing` at its first step, inside the transaction that claims the job. A resumed job is there already. */
export function beginProcessing(deps: VerificationDeps, id: string, firstStep: string): void {
  const status = deps.db.prepare('SELECT status FROM verifications WHERE id = ?').pluck().get(id) as
    | VerificationStatus
    | undefined;
  assert(status, 'a job has its record');
  if (status === 'processing') return;
  assert(status === 'pending', 'only a pending record begins');
  deps.db.prepare('UPDATE verifications SET step = ? WHERE id = ?').run(firstStep, id);
  moveTo(deps, id, 'processing');
}

/** Keeps one step's result and where the record stands, in one transaction, so that a restart goes on after it. */
export function keepStepResult(
  deps: VerificationDeps,
  verificationId: string,
  step: string,
  result: unknown,
  more: { durationMs: number; nextStep: string | null },
): void {
  const sealed = deps.vault.sealJson(verificationId, `step_results.${step}`, result);
  transact(deps.db, () => {
    const now = deps.clock.now();
    deps.db
      .prepare(
        'INSERT INTO step_results (verification_id, step, finished_at, duration_ms, sealed_result) VALUES (?, ?, ?, ?, ?)',
      )
      .run(verificationId, step, now, Math.round(more.durationMs), sealed);
    deps.db
      .prepare('UPDATE verifications SET step = ?, updated_at = ? WHERE id = ?')
      .run(more.nextStep, now, verificationId);
  });
}

/**
 * Ends a verification: decision, state, event, audit row and the job's end in one transaction. Opens nothing that is
 * sealed, so that a damaged record ends too.
 */
export function concludeVerification(
  deps: VerificationDeps,
  id: string,
  decision: Decision,
  job: { owner: string; state: 'done' | 'dead'; problem?: string },
): void {
  const sealed = deps.vault.sealJson(id, 'verifications.decision', decision);
  transact(deps.db, () => {
    deps.db
      .prepare('UPDATE verifications SET sealed_decision = ?, policy_version = ?, step = NULL WHERE id = ?')
      .run(sealed, decision.policy_version, id);
    moveTo(deps, id, decision.outcome);
    deps.audit.append({
      actor: 'system',
      action: `verification.${decision.outcome}`,
      subjectId: id,
      details: {
        policy: decision.policy_version,
        reasons: [...new Set(decision.reasons.map((reason) => reason.code))].join(' '),
      },
    });
    deps.queue.finish(id, job.owner, job.state, job.problem);
  });
}

function moveTo(deps: VerificationDeps, id: string, status: Exclude<VerificationStatus, 'pending'>): void {
  const livemode = deps.db
    .prepare(`
      UPDATE verifications SET status = ?, updated_at = ? WHERE id = ? AND status IN ('pending', 'processing')
      RETURNING livemode`)
    .pluck()
    .get(status, deps.clock.now(), id) as number | undefined;
  assert(livemode !== undefined, 'a final state never changes');
  appendStateEvent(deps.events, { id, livemode: livemode === 1, status }, status);
}
