import { EngineError } from '../../models/ports.ts';
import { makeFinding } from '../checks/findings.ts';
import type { Policy } from '../decision/policy.ts';
import type { Decision } from '../decision/types.ts';

/**
 * The decision on a record whose steps keep failing. Input that the engines refuse, or that kills or stalls them at
 * every attempt, fails the record; a fault of the appliance itself never speaks against the applicant and waits for a person.
 */
export function decideDead(error: unknown, policy: Policy): Decision {
  const code = whatFailed(error);
  const severity = code === 'processing_failed' ? 'fail' : 'review';
  return {
    outcome: severity === 'fail' ? 'failed' : 'needs_review',
    reasons: [{ ...makeFinding(code), check: 'processing', severity }],
    policy_version: policy.version,
  };
}

function whatFailed(error: unknown): 'processing_failed' | 'engine_unavailable' | 'appliance_fault' {
  if (!(error instanceof EngineError)) return 'appliance_fault';
  if (error.failure === 'unavailable') return 'engine_unavailable';
  // What an engine answers is no fault of what it was shown.
  return error.failure === 'nonsense' ? 'appliance_fault' : 'processing_failed';
}
