import { LIMITS } from '../lib/limits.ts';
import { type Act, type Allowed, carryOut, refuseTooMany, requireState, sealedRecord } from './act.ts';
import type { VerificationDeps } from './deps.ts';
import { reopen } from './reopen.ts';
import type { SubmitResult } from './submit.ts';
import { takeIn } from './take-in.ts';

const WHEN: Allowed = 'while it waits for a person';

/**
 * Runs every step of a verification in `needs_review` again: with the lists, registers and engines of now, and with what
 * people said of its hits. Throws `not_found`, `state_conflict`, `queue_full`, `disk_full`.
 */
export async function rerunVerification(deps: VerificationDeps, act: Act): Promise<SubmitResult> {
  requireState(deps, act, WHEN);
  return takeIn(deps, { record: sealedRecord(deps, act.id), isNew: false, files: [] }, () =>
    carryOut(deps, act, WHEN, () => {
      refuseTooMany(deps, "former_attempts WHERE cause = 'rerun'", act, LIMITS.rerunsMax);
      reopen(deps, act.id, { actor: act.actor, by: 'rerun' });
    }),
  );
}
