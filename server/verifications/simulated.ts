import type { Outcome } from '../decision/types.ts';
import type { KybVerification, Verification } from './types.ts';

/** Returns the outcome that `metadata.simulate` requests in test mode, or null if nothing is simulated. A live record is never simulated. */
export function simulatedOutcome({
  livemode,
  submission,
}: Pick<Verification | KybVerification, 'livemode'> & {
  submission: { metadata: Record<string, unknown> | null };
}): Outcome | null {
  const wanted = submission.metadata?.['simulate'];
  return livemode || !isOutcome(wanted) ? null : wanted;
}

function isOutcome(value: unknown): value is Outcome {
  return value === 'completed' || value === 'failed' || value === 'needs_review';
}
