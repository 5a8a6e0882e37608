import type { ComponentChildren } from 'preact';
import type { VerificationAnswer } from '../../../server/api/contract/verification.ts';
import { FindingList } from '../../parts/finding-list.tsx';
import { Section } from '../../parts/page.tsx';
import { PassedPill } from '../../parts/pill.tsx';
import { t } from '../../text/text.ts';
import { checkLabel, type SaidFinding } from '../../text/words.ts';

interface ChecksProps {
  record: VerificationAnswer;
  where: (finding: SaidFinding) => ComponentChildren;
  mattering: ReadonlySet<string>;
}

/** Each check in words, what did not pass first. Faces and lists have a place of their own. */
export function Checks({ record, mattering, where }: ChecksProps) {
  const { watchlists: _, ...checks } = record.checks;
  const sorted = Object.entries(checks).toSorted(([, a], [, b]) => rankOf(a.passed) - rankOf(b.passed));
  return (
    <Section title={t('checks.title')} id="checks">
      <ul class="checks">
        {sorted.map(([name, check]) => (
          <li key={name}>
            <header>
              <h3>{checkLabel(name)}</h3>
              <PassedPill passed={check.passed} />
            </header>
            {check.findings.length > 0 && <FindingList findings={check.findings} mattering={mattering} where={where} />}
          </li>
        ))}
      </ul>
    </Section>
  );
}

const rankOf = (passed: boolean | null): number => (passed === false ? 0 : passed === null ? 1 : 2);
