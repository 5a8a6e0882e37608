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
  /** Throws `approval_blocked` where something holds an approval for this reason back. */
  requireApprovable(which: Which, reason: string): void;
}

const OUTCOMES = { approve: 'completed', reject: 'failed' } as const satisfies Record<ReviewDecision, string>;

/**
 * A person's decision about a verification in `needs_review`: state with its event, review row and audit row in the
 * caller's transaction. Results and the machine's decision stay as they are; this stands beside them. Where the policy asks for
 * four eyes, the first person's decision is a proposal; the same decision of somebody else puts it in force, and another
 * one takes its place. An approval needs what `requireApprovable` asks for; a rejection needs nothing. Throws `not_found`, `state_conflict`,
 * `approval_blocked`.
 */
export function reviewVerification(deps: ReviewDeps, act: Act, review: NewReview): void {
  recordAction(deps, act, 'while it waits for a person');
  // Each person has a share of their own: nobody can use up what others need to end it.
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
