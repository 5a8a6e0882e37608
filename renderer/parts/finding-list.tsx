import type { ComponentChildren } from 'preact';
import { checkLabel, findingText, type SaidFinding, t } from '../text/text.ts';
import { Icon, type IconName } from './button.tsx';
import { CodeHelp, Section } from './page.tsx';
import type { Mattering } from './record-head.ts';
import { Pill, type Tone } from './values.tsx';
import './finding-list.css';
import './check-list.css';

/** What the policy says of a finding. */
type Severity = 'fail' | 'review' | 'info';

const NOTHING: Mattering = new Map();
const RANKS: Readonly<Record<Severity, number>> = { fail: 0, review: 1, info: 2 };
const ICONS: Readonly<Record<Severity, IconName>> = { fail: 'cross', review: 'alert', info: 'info' };

interface FindingListProps<F extends SaidFinding> {
  findings: readonly F[];
  /** What stands in the way comes first, what fails the record before all. */
  mattering?: Mattering;
  /** Where it was found, such as a document's name. */
  where?: (finding: F) => ComponentChildren;
  class?: string;
}

/** Findings in words with their remedy: what stands in the way first, each kind marked by a sign and a word of its own. */
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

/** Each check in words, what did not pass first. */
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
