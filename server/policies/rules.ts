import { thresholdRules } from '../checks/thresholds.ts';
import type { ThresholdRules } from '../screening/match/rules.ts';
import type { Policies } from './policies.ts';

/** The thresholds of whatever policy is in force at the time of asking. */
export function rulesInForce({ current }: Pick<Policies, 'current'>): ThresholdRules {
  const now = (): ThresholdRules => thresholdRules(current());
  return {
    thresholdsFor: (listCode, topics) => now().thresholdsFor(listCode, topics),
    get lowestPossible() {
      return now().lowestPossible;
    },
  };
}
