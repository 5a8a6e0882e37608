import { transact } from '../db/transact.ts';
import type { Decision } from '../decision/types.ts';
import { assert } from '../lib/assert.ts';
import type { VerificationDeps } from './deps.ts';
import { appendStateEvent } from './state-event.ts';
import type { Verification, VerificationStatus } from './types.ts';

type Subject = Pick<Verification, 'id' | 'livemode'>;

/** `pending` to `processing`, inside the transaction that claims the job. A resumed job is there already. */
export function beginProcessing(deps: VerificationDeps, id: string): void {
  const row = deps.db.prepare('SELECT id, livemode, status FROM verifications WHERE id = ?').get(id) as
    | { id: string; livemode: number; status: VerificationStatus }
    | undefined;
  assert(row, 'a job has its record');
  if (row.status === 'processing') return;
  assert(row.status === 'pending', 'only a pending record begins');
  moveTo(deps, { id, livemode: row.livemode === 1 }, 'processing');
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

/** Ends a verification: decision, state, event, audit row and the job's end in one transaction. */
export function concludeVerification(
  deps: VerificationDeps,
  subject: Subject,
  decision: Decision,
  job: { owner: string; state: 'done' | 'dead'; problem?: string },
): void {
  const sealed = deps.vault.sealJson(subject.id, 'verifications.decision', decision);
  transact(deps.db, () => {
    deps.db
      .prepare('UPDATE verifications SET sealed_decision = ?, policy_version = ?, step = NULL WHERE id = ?')
      .run(sealed, decision.policy_version, subject.id);
    moveTo(deps, subject, decision.outcome);
    deps.audit.append({
      actor: 'system',
      action: `verification.${decision.outcome}`,
      subjectId: subject.id,
      details: {
        policy: decision.policy_version,
        reasons: [...new Set(decision.reasons.map((reason) => reason.code))].join(' '),
      },
    });
    deps.queue.finish(subject.id, job.owner, job.state, job.problem);
  });
}

function moveTo(deps: VerificationDeps, subject: Subject, status: Exclude<VerificationStatus, 'pending'>): void {
  const changed = deps.db
    .prepare("UPDATE verifications SET status = ?, updated_at = ? WHERE id = ? AND status IN ('pending', 'processing')")
    .run(status, deps.clock.now(), subject.id).changes;
  assert(changed === 1, 'a final state never changes');
  appendStateEvent(deps.events, { ...subject, status }, status);
}
