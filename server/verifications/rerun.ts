import { LIMITS } from '../lib/limits.ts';
import type { VerificationDeps } from './deps.ts';
import { type Act, recordAction, refuseTooMany } from './record-action.ts';
import { reopen } from './reopen.ts';

/**
 * Runs every step of a verification in `needs_review` again, in the caller's transaction, with the current lists, registers and
 * engines, and with reviewers' decisions on its hits. Throws `not_found`, `state_conflict`.
 */
export function rerunVerification(deps: VerificationDeps, act: Act): void {
  recordAction(deps, act, 'while it waits for a person');
  refuseTooMany(deps, "former_attempts WHERE cause = 'rerun'", act, LIMITS.rerunsMax);
  reopen(deps, act.id, { actor: act.actor, by: 'rerun' });
}
