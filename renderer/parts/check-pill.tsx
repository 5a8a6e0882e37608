import { t } from '../text/text.ts';
import type { SaidFinding } from '../text/words.ts';
import type { Mattering } from './record-head.ts';
import { Pill, type Tone } from './values.tsx';

const TONES: Readonly<Record<CheckState, Tone>> = {
  not_run: 'calm',
  undecided: 'warn',
  passed: 'good',
  remarks: 'good',
  noted: 'calm',
  not_passed: 'bad',
};

/** What a check came to, in a word. */
export function CheckPill(props: ShownCheck) {
  const state = checkState(props);
  return <Pill tone={TONES[state]}>{t(`check_state.${state}`)}</Pill>;
}

type CheckState = 'not_run' | 'undecided' | 'passed' | 'remarks' | 'noted' | 'not_passed';

interface ShownCheck {
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
