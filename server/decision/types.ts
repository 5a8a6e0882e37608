import type { Finding } from '../checks/types.ts';

export type Outcome = 'completed' | 'failed' | 'needs_review';

/** A finding that kept the record from `completed`, and the check that made it. */
export interface Reason extends Finding {
  check: string;
  /** The severity of this finding in the policy. */
  severity: 'fail' | 'review';
}

export interface Decision {
  outcome: Outcome;
  /** Empty exactly if the outcome is `completed`. Failing reasons first. */
  reasons: Reason[];
  policy_version: number;
}
