import type { ComponentChildren } from 'preact';
import { t } from '../text/text.ts';
import { checkLabel, type SaidFinding } from '../text/words.ts';
import type { Mattering } from './record-head.ts';
import './check-list.css';
import { CheckPill } from './check-pill.tsx';
import { FindingList } from './finding-list.tsx';
import { Section } from './page.tsx';

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
