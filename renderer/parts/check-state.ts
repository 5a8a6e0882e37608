import type { SaidFinding } from '../text/words.ts';
import type { Mattering } from './record-head.ts';

export type CheckState = 'not_run' | 'undecided' | 'passed' | 'remarks' | 'noted' | 'not_passed';

export interface ShownCheck {
  check: { passed: boolean | null; findings: readonly Pick<SaidFinding, 'code'>[] };
  mattering: Mattering;
  /** It looked at something, though it came to nothing. */
  ran?: boolean;
}

/** What a check came to, such that the word agrees with the findings below it, and with the decision. */
export function checkState({ check: { passed, findings }, mattering, ran = false }: ShownCheck): CheckState {
  const matters = findings.some(({ code }) => mattering.has(code));
  if (passed === null) return !ran ? 'not_run' : matters ? 'undecided' : 'noted';
  if (passed) return matters ? 'undecided' : findings.length > 0 ? 'remarks' : 'passed';
  return matters ? 'not_passed' : 'noted';
}
