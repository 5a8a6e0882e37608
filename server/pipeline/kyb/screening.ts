import { makeFinding } from '../../checks/findings.ts';
import type { KybStep } from './step.ts';

const notRun = (step: string) => ({ passed: null, findings: [makeFinding('check_not_run', { evidence: { step } })] });

export const screeningStep: KybStep<'screening'> = {
  name: 'screening',
  run: async () => ({
    sanctions: notRun('sanctions'),
    watchlists: notRun('watchlists'),
    pep: notRun('pep'),
    adverse_media: notRun('adverse_media'),
    hits: [],
    lists: [],
    searched: [],
  }),
};
