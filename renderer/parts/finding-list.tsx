import type { ComponentChildren } from 'preact';
import { t } from '../text/text.ts';
import { findingText, type SaidFinding } from '../text/words.ts';
import { Icon, type IconName } from './button.tsx';
import './finding-list.css';
import type { Mattering } from './record-head.ts';

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
}

/** Findings in words with their remedy: what stands in the way first, each kind marked by a sign and a word of its own. */
export function FindingList<F extends SaidFinding>({ findings, mattering = NOTHING, where }: FindingListProps<F>) {
  const said = findings.map((finding) => ({ finding, severity: mattering.get(finding.code) ?? 'info' }) as const);
  return (
    <ul class="findings">
      {said
        .toSorted((a, b) => RANKS[a.severity] - RANKS[b.severity])
        .map(({ finding, severity }, i) => {
          const place = where?.(finding);
          return (
            <li key={`${finding.code}${i}`} class={severity}>
              <Icon name={ICONS[severity]} />
              <div>
                {severity !== 'info' && <span class="unseen">{t(`finding_list.${severity}`)} </span>}
                {findingText(finding)}
                {place && <div class="small faint">{place}</div>}
              </div>
            </li>
          );
        })}
    </ul>
  );
}
