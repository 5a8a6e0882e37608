import { checkConsistency } from '../checks/consistency.ts';
import { checkValidity } from '../checks/validity.ts';
import { must } from '../lib/assert.ts';
import { duplicatesStep } from './duplicates.ts';
import { faceStep, livenessStep } from './face.ts';
import { intakeStep } from './intake.ts';
import { qualityStep } from './quality.ts';
import { readStep } from './read.ts';
import { screeningStep } from './screening.ts';
import type { Step } from './step.ts';

const validityStep: Step<'validity'> = {
  name: 'validity',
  run: async ({ results, today, policy }) =>
    checkValidity({
      readings: must(results.read, 'reading comes before validity').documents,
      qualityFindings: results.quality?.findings ?? [],
      today,
      policy,
    }),
};

const consistencyStep: Step<'consistency'> = {
  name: 'consistency',
  run: async ({ verification, results, policy }) =>
    checkConsistency({
      applicant: verification.submission.applicant,
      readings: must(results.read, 'reading comes before consistency').documents,
      policy,
    }),
};

/** Everything a KYC verification goes through, in this order. */
export const KYC_STEPS: readonly Step[] = [
  intakeStep,
  qualityStep,
  readStep,
  validityStep,
  consistencyStep,
  faceStep,
  livenessStep,
  duplicatesStep,
  screeningStep,
];
