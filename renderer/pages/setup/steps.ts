import type { FirstRunAnswer } from '../../../server/contract/system-keys.ts';

/** The steps of the setup, in order. */
export const STEPS = ['administrator', 'master_key', 'recovery_key', 'list_loaded', 'api_key'] as const;

export type StepName = (typeof STEPS)[number];
export type Checklist = Pick<FirstRunAnswer, StepName>;

/**
 * Returns the next step: the first one that was neither finished nor skipped in this visit, nor finished before; null if nothing is left.
 * @param begun whether the administrator was created in this visit: then the master key step is shown too, although its default place is fine
 */
export function nextStep(checklist: Checklist, passed: ReadonlySet<StepName>, begun: boolean): StepName | null {
  return STEPS.find((step) => !passed.has(step) && (!checklist[step] || (begun && step === 'master_key'))) ?? null;
}

/** Returns what is still missing. */
export const missing = (checklist: Checklist): StepName[] => STEPS.filter((step) => !checklist[step]);
