import { EngineError } from '../../models/ports.ts';
import { makeFinding } from '../checks/findings.ts';
import type { Policy } from '../decision/policy.ts';
import type { Decision } from '../decision/types.ts';

/**
 * The decision on a record whose steps keep failing. Input that the engines refuse, or that kills or stalls them at
 * every attempt, fails the record; a fault of the appliance itself never speaks against the applicant and waits for a person.
 */
export function decideDead(error: unknown, policy: Policy): Decision {
  const engineFault = !(error instanceof EngineError) || error.failure === 'unavailable';
  const finding = makeFinding(engineFault ? 'engine_unavailable' : 'processing_failed');
  return {
    outcome: engineFault ? 'needs_review' : 'failed',
    reasons: [{ ...finding, check: 'processing', severity: engineFault ? 'review' : 'fail' }],
    policy_version: policy.version,
  };
}
