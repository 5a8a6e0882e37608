import { makeFinding } from '../checks/findings.ts';
import type { Policy } from '../decision/policy.ts';
import type { Decision, Outcome } from '../decision/types.ts';
import type { KybVerification, Verification } from '../verifications/types.ts';

/**
 * In test mode, the outcome that `metadata.simulate` asks for, without a model run: its checks stay `null`. Null where nothing is to be
 * simulated; a live record never is.
 */
export function simulatedDecision(verification: Verification | KybVerification, policy: Policy): Decision | null {
  const wanted = verification.submission.metadata?.['simulate'];
  if (verification.livemode || !isOutcome(wanted)) return null;
  const reasons: Decision['reasons'] = [];
  if (wanted === 'failed') reasons.push({ ...makeFinding('simulated_failed'), check: 'simulation', severity: 'fail' });
  if (wanted === 'needs_review')
    reasons.push({ ...makeFinding('simulated_review'), check: 'simulation', severity: 'review' });
  return { outcome: wanted, reasons, policy_version: policy.version };
}

function isOutcome(value: unknown): value is Outcome {
  return value === 'completed' || value === 'failed' || value === 'needs_review';
}
