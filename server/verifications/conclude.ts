import type { Policy } from '../checks/policy.ts';
import { prepared } from '../db/prepared.ts';
import { transact, transactUnsynced } from '../db/transact.ts';
import { deadlineHours } from '../decision/deadline.ts';
import type { Decision } from '../decision/types.ts';
import { type CountedHit, countHits } from '../figures/hits.ts';
import type { VerificationDeps } from './deps.ts';
import { setHolds, waitingFor } from './links.ts';
import { keepReasons } from './queue-reasons.ts';
import { reopen } from './reopen.ts';
import { enterState, isFinal, stateName, statusOf } from './state.ts';

/**
 * Moves a record from `pending` to `processing` at its first step, inside the transaction that claims the job. A resumed job is
 * there already, and one that reads late files changes nothing.
 */
export function beginProcessing(deps: VerificationDeps, id: string, firstStep: string): void {
  const status = statusOf(deps, id);
  if (status === 'processing' || isFinal(status)) return;
  prepared(deps.db, 'UPDATE verifications SET step = ? WHERE id = ?').run(firstStep, id);
  enterState(deps, id, ['pending'], 'processing');
}

/**
 * Stores one step's result and the record's current step, in one transaction, so that a restart continues after it. It deletes
 * the results of the steps in `ended`, because they were made from the former result. After a power cut the step may have to run
 * again. The conclusion of the verification flushes the results to disk.
 */
export function keepStepResult(
  deps: VerificationDeps,
  verificationId: string,
  step: string,
  result: unknown,
  more: { durationMs: number; nextStep: string | null; ended?: readonly string[] },
): void {
  const sealed = deps.vault.sealJson(verificationId, `step_results.${step}`, result);
  const { db, clock } = deps;
  transactUnsynced(db, () => {
    const now = clock.now();
    prepared(
      db,
      `INSERT OR REPLACE INTO step_results (verification_id, step, finished_at, duration_ms, sealed_result)
       VALUES (?, ?, ?, ?, ?)`,
    ).run(verificationId, step, now, Math.round(more.durationMs), sealed);
    if (step === 'screening') countHits(deps, verificationId, (result as { hits: CountedHit[] }).hits, now);
    const remove = prepared(db, 'DELETE FROM step_results WHERE verification_id = ? AND step = ?');
    for (const stale of more.ended ?? []) remove.run(verificationId, stale);
    prepared(
      db,
      // A record that has ended has no current step, whatever steps late files go through.
      "UPDATE verifications SET step = CASE status WHEN 'processing' THEN ? END, updated_at = ? WHERE id = ?",
    ).run(more.nextStep, now, verificationId);
  });
}

/**
 * Ends a verification: decision, state, event, audit row and the job's end in one transaction, with the consequences for the
 * companies that wait for it. Decrypts nothing, so that a damaged record ends too.
 * @param policy its deadlines apply if the record now waits for a review
 */
export function concludeVerification(
  deps: VerificationDeps,
  id: string,
  { decision, policy }: { decision: Decision; policy: Pick<Policy, 'deadlines'> },
  job: { owner: string; state: 'done' | 'dead'; problem?: string },
): void {
  const sealed = deps.vault.sealJson(id, 'verifications.decision', decision);
  const codes = [...new Set(decision.reasons.map(({ code }) => code))];
  const waitHoursMax = deadlineHours(codes, policy);
  transact(deps.db, () => {
    prepared(deps.db, 'UPDATE verifications SET sealed_decision = ?, policy_version = ?, step = NULL WHERE id = ?').run(
      sealed,
      decision.policy_version,
      id,
    );
    keepReasons(deps, id, decision);
    const kind = enterState(deps, id, ['pending', 'processing'], decision.outcome, waitHoursMax);
    deps.audit.append({
      actor: 'system',
      action: stateName(kind, decision.outcome),
      subjectId: id,
      details: {
        policy: decision.policy_version,
        reasons: codes.join(' '),
      },
    });
    deps.queue.finish(id, job.owner, job.state, job.problem);
    if (kind === 'kyb') setHolds(deps, id, awaitedPeople(decision));
    else if (isFinal(decision.outcome)) reopenWaiting(deps, id);
  });
}

/** Returns the people of a company whose verifications the decision waits for. */
function awaitedPeople({ reasons }: Decision): string[] {
  const awaited = reasons.filter(({ code }) => code === 'person_verification_pending');
  return awaited.map(({ evidence }) => String(evidence?.['person']));
}

/** Reopens the companies' verifications that wait for the end of this one, inside the transaction of that end. */
export function reopenWaiting(deps: VerificationDeps, verificationId: string): void {
  for (const kybId of waitingFor(deps, verificationId)) reopen(deps, kybId, { actor: 'system', by: 'person' });
}
