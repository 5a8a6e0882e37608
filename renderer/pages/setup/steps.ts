import type { FirstRunAnswer } from '../../../server/contract/system-keys.ts';

/** The steps of a first run, in their order. */
export const STEPS = ['administrator', 'master_key', 'recovery_key', 'list_loaded', 'api_key'] as const;

export type StepName = (typeof STEPS)[number];
export type Checklist = Pick<FirstRunAnswer, StepName>;

/**
 * What comes next: the first step that was neither passed (done or put off) in this visit nor done before; null: nothing is left.
 *
 * @param begun whether the administrator was made a moment ago: the master key is shown too, though its place is good by itself
 */
export function nextStep(checklist: Checklist, passed: ReadonlySet<StepName>, begun: boolean): StepName | null {
  return STEPS.find((step) => !passed.has(step) && (!checklist[step] || (begun && step === 'master_key'))) ?? null;
}

/** What is still missing. */
export const missing = (checklist: Checklist): StepName[] => STEPS.filter((step) => !checklist[step]);
