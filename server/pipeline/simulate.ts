import { makeFinding } from '../checks/findings.ts';
import type { Policy } from '../checks/policy.ts';
import type { Decision } from '../decision/types.ts';
import { simulatedOutcome } from '../verifications/simulated.ts';
import type { KybVerification, Verification } from '../verifications/types.ts';

/** Returns the decision that a simulation requests, without running a model: its checks stay `null`. Returns null if nothing is simulated. */
export function simulatedDecision(verification: Verification | KybVerification, policy: Policy): Decision | null {
  const wanted = simulatedOutcome(verification);
  if (wanted === null) return null;
  const reasons: Decision['reasons'] = [];
  if (wanted === 'failed') reasons.push({ ...makeFinding('simulated_failed'), check: 'simulation', severity: 'fail' });
  if (wanted === 'needs_review')
    reasons.push({ ...makeFinding('simulated_review'), check: 'simulation', severity: 'review' });
  return { outcome: wanted, reasons, policy_version: policy.version };
}
