import { makeFinding } from '../../checks/findings.ts';
import type { KybStep } from './step.ts';

export const riskStep: KybStep<'risk'> = {
  name: 'risk',
  run: async () => ({
    score: 0,
    level: 'low',
    factors: [],
    version: 'none',
    findings: [makeFinding('check_not_run', { evidence: { step: 'risk' } })],
  }),
};
