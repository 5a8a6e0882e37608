import { checkOwnership } from '../../checks/kyb/ownership/check.ts';
import { must } from '../../lib/assert.ts';
import { sameName } from './likeness.ts';
import type { KybStep } from './step.ts';

/** Joins the submitted owners with the registered ones, and with who of them is sanctioned. */
export const ownershipStep: KybStep<'ownership'> = {
  name: 'ownership',
  async run({ verification, results, policy }) {
    const { company, ubos } = verification.submission;
    const registry = must(results.registry, 'registers are searched before ownership is looked at');
    return checkOwnership({ company, ubos, registry, screening: results.screening, sameName, policy });
  },
};
