import { scoreRisk } from '../../checks/kyb/risk.ts';
import type { KybStep } from './step.ts';

/** Adds up what the other checks found. */
export const riskStep: KybStep<'risk'> = {
  name: 'risk',
  async run({ verification, results, policy, today }) {
    const { company, representatives, ubos } = verification.submission;
    return scoreRisk({ company, representatives, ubos, results, today, policy });
  },
};
