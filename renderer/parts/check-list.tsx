import type { ComponentChildren } from 'preact';
import { t } from '../text/text.ts';
import { checkLabel, type SaidFinding } from '../text/words.ts';
import { FindingList } from './finding-list.tsx';
import { Section } from './page.tsx';
import type { Mattering } from './record-head.ts';
import { Pill, type Tone } from './values.tsx';
import './check-list.css';

interface CheckListProps<F extends SaidFinding> {
  checks: Readonly<Record<string, { passed: boolean | null; findings: F[] }>>;
  mattering: Mattering;
  where: (finding: F) => ComponentChildren;
}

/** Each check in words, what did not pass first. */
export function CheckList<F extends SaidFinding>({ checks, mattering, where }: CheckListProps<F>) {
  const sorted = Object.entries(checks).toSorted(([, a], [, b]) => rankOf(a.passed) - rankOf(b.passed));
  return (
    <Section title={t('checks.title')} id="checks">
      <ul class="checks">
        {sorted.map(([name, check]) => (
          <li key={name}>
            <header>
              <h3>{checkLabel(name)}</h3>
              <CheckPill check={check} mattering={mattering} ran={isMeasured(check)} />
            </header>
            {check.findings.length > 0 && <FindingList findings={check.findings} mattering={mattering} where={where} />}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Liveness is measured, and passes or fails nobody. */
const isMeasured = ({ findings }: { findings: readonly SaidFinding[] }): boolean =>
  findings.some(({ code }) => code === 'liveness_advisory');
const rankOf = (passed: boolean | null): number => (passed === false ? 0 : passed === null ? 1 : 2);

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
