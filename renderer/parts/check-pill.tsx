import { t } from '../text/text.ts';
import { type CheckState, checkState, type ShownCheck } from './check-state.ts';
import { Pill, type Tone } from './pill.tsx';

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
