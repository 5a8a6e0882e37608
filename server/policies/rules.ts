import { thresholdRules } from '../checks/thresholds.ts';
import type { ThresholdRules } from '../screening/match/rules.ts';
import type { Policies } from './policies.ts';

/** Returns the thresholds of the policy in force at the time of the call. */
export function rulesInForce({ current }: Pick<Policies, 'current'>): ThresholdRules {
  const now = (): ThresholdRules => thresholdRules(current());
  return {
    thresholdsFor: (listCode, topics) => now().thresholdsFor(listCode, topics),
    get lowestPossible() {
      return now().lowestPossible;
    },
  };
}
