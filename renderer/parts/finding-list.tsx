import type { ComponentChildren } from 'preact';
import { checkLabel, findingText, type SaidFinding, t } from '../text/text.ts';
import { Icon, type IconName } from './button.tsx';
import { CodeHelp, Section } from './page.tsx';
import type { Mattering } from './record-head.ts';
import { Pill, type Tone } from './values.tsx';
import './finding-list.css';
import './check-list.css';

/** The policy's severity of a finding. */
type Severity = 'fail' | 'review' | 'info';

const NOTHING: Mattering = new Map();
const RANKS: Readonly<Record<Severity, number>> = { fail: 0, review: 1, info: 2 };
const ICONS: Readonly<Record<Severity, IconName>> = { fail: 'cross', review: 'alert', info: 'info' };

interface FindingListProps<F extends SaidFinding> {
  findings: readonly F[];
  /** Findings that prevent approval come first, those that fail the record before all others. */
  mattering?: Mattering;
  /** Returns where it was found, such as a document's name. */
  where?: (finding: F) => ComponentChildren;
  class?: string;
}

/** Shows findings with their remedy: those that prevent approval first, each severity with its own icon and word. */
export function FindingList<F extends SaidFinding>(props: FindingListProps<F>) {
  const { findings, mattering = NOTHING, where } = props;
  if (findings.length === 0) return null;
  const said = findings.map((finding) => ({ finding, severity: mattering.get(finding.code) ?? 'info' }) as const);
  return (
    <ul class={`findings stack gap-8 breaks ${props.class ?? ''}`}>
      {said
        .toSorted((a, b) => RANKS[a.severity] - RANKS[b.severity])
        .map(({ finding, severity }, i) => {
          const place = where?.(finding);
          return (
            <li key={`${finding.code}${i}`} class={`${severity} flex gap-8`}>
              <Icon name={ICONS[severity]} />
              <div>
                {severity !== 'info' && <span class="unseen">{t(`finding_list.${severity}`)} </span>}
                {findingText(finding)} <CodeHelp code={finding.code} />
                {place && <div class="small faint">{place}</div>}
              </div>
            </li>
          );
        })}
    </ul>
  );
}

interface CheckListProps<F extends SaidFinding> {
  checks: Readonly<Record<string, { passed: boolean | null; findings: F[] }>>;
  mattering: Mattering;
  where: (finding: F) => ComponentChildren;
}

/** Shows each check, those that did not pass first. */
export function CheckList<F extends SaidFinding>({ checks, mattering, where }: CheckListProps<F>) {
  const sorted = Object.entries(checks).toSorted(([, a], [, b]) => rankOf(a.passed) - rankOf(b.passed));
  return (
    <Section title={t('checks.title')} id="checks">
      <ul class="checks">
        {sorted.map(([name, check]) => (
          <li key={name}>
            <header class="flex wrap between">
              <h3>{checkLabel(name)}</h3>
              <CheckPill check={check} mattering={mattering} ran={isMeasured(check)} />
            </header>
            <FindingList findings={check.findings} mattering={mattering} where={where} />
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

/** Shows the result of a check in one word. */
export function CheckPill(props: ShownCheck) {
  const state = checkState(props);
  return <Pill tone={TONES[state]}>{t(`check_state.${state}`)}</Pill>;
}

type CheckState = 'not_run' | 'undecided' | 'passed' | 'remarks' | 'noted' | 'not_passed';

interface ShownCheck {
  check: { passed: boolean | null; findings: readonly Pick<SaidFinding, 'code'>[] };
  mattering: Mattering;
  /** Whether it checked something, even without a result. */
  ran?: boolean;
}

/** Returns the result of a check, consistent with its findings and with the decision. */
export function checkState({ check: { passed, findings }, mattering, ran = false }: ShownCheck): CheckState {
  const matters = findings.some(({ code }) => mattering.has(code));
  if (passed === null) return !ran ? 'not_run' : matters ? 'undecided' : 'noted';
  if (passed) return matters ? 'undecided' : findings.length > 0 ? 'remarks' : 'passed';
  return matters ? 'not_passed' : 'noted';
}
