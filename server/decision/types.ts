import type { Finding } from '../checks/types.ts';

export type Outcome = 'completed' | 'failed' | 'needs_review';

/** A finding that kept the record from `completed`, and the check that made it. */
export interface Reason extends Finding {
  check: string;
  /** What the policy says of this finding. */
  severity: 'fail' | 'review';
}

export interface Decision {
  outcome: Outcome;
  /** Empty exactly when the outcome is `completed`. Failing reasons first. */
  reasons: Reason[];
  policy_version: number;
}
