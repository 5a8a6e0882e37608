import { isSameActor } from '../access/actors.ts';
import type { Policy } from '../checks/policy.ts';
import { conflict } from '../lib/errors.ts';
import type { NewId } from '../lib/ids.ts';
import { LIMITS } from '../lib/limits.ts';
import { reopenWaiting } from './conclude.ts';
import type { VerificationDeps } from './deps.ts';
import { type Act, recordAction, refuseTooMany, type Which } from './record-action.ts';
import { insertReview, openProposal, withdrawProposal } from './review-store.ts';
import type { NewReview, ReviewDecision } from './review-types.ts';
import { enterState } from './state.ts';

export interface ReviewDeps extends VerificationDeps {
  policies: { current(): Pick<Policy, 'review'> };
  newId: NewId;
  /** Throws `approval_blocked` if something blocks an approval for this reason. */
  requireApprovable(which: Which, reason: string): void;
}

const OUTCOMES = { approve: 'completed', reject: 'failed' } as const satisfies Record<ReviewDecision, string>;

/**
 * Stores a reviewer's decision on a verification in `needs_review`: state with its event, review row and audit row, in the caller's transaction.
 * Results and the automatic decision do not change; this decision is kept next to them. If the policy requires four eyes, the first person's decision
 * is a proposal. The same decision by another person puts it in force, and a different one replaces it. An approval must pass `requireApprovable`; a
 * rejection needs nothing. Throws `not_found`, `state_conflict`, `approval_blocked`.
 */
export function reviewVerification(deps: ReviewDeps, act: Act, review: NewReview): void {
  recordAction(deps, act, 'while it waits for a person');
  // The limit applies to each person, so that nobody can use up what others need to end the review.
  refuseTooMany(deps, 'reviews WHERE decided_by = @actor', act, LIMITS.reviewsMax);
  if (review.decision === 'approve') deps.requireApprovable(act, review.reason);
  const open = openProposal(deps, act.id);
  const fourEyes = deps.policies.current().review.four_eyes;
  const own = open !== null && isSameActor(deps.db, open.decidedBy, act.actor);
  if (fourEyes && own && open.decision === review.decision)
    throw conflict('You proposed this decision yourself. Another person must confirm it with their own login or key.');
  const confirms = open !== null && !own && open.decision === review.decision ? open.id : null;
  if (confirms === null) withdrawProposal(deps, act.id, act.actor);
  const decides = confirms !== null || !fourEyes;
  const id = deps.newId('rev');
  const { decision, reason } = review;
  insertReview(deps, act.id, { ...review, id, actor: act.actor, state: decides ? 'decided' : 'proposed', confirms });
  deps.audit.append({
    actor: act.actor,
    action: decides ? 'review.decided' : 'review.proposed',
    subjectId: act.id,
    details: { review: id, decision, reason, ...(confirms === null ? {} : { confirms }) },
  });
  if (!decides) return;
  enterState(deps, act.id, ['needs_review'], OUTCOMES[decision]);
  if (act.kind === 'kyc') reopenWaiting(deps, act.id);
}
