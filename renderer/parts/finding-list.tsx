import type { ComponentChildren } from 'preact';
import { t } from '../text/text.ts';
import { findingText, type SaidFinding } from '../text/words.ts';
import { Icon } from './icon.tsx';
import './finding-list.css';

interface FindingListProps<F extends SaidFinding> {
  findings: readonly F[];
  /** Codes of what stands in the way; they come first. */
  mattering?: ReadonlySet<string>;
  /** Where it was found, such as a document's name. */
  where?: (finding: F) => ComponentChildren;
}

/** Findings in words with their remedy: what stands in the way first, and marked by sign and word. */
export function FindingList<F extends SaidFinding>({ findings, mattering = new Set(), where }: FindingListProps<F>) {
  const first = findings.filter(({ code }) => mattering.has(code));
  const rest = findings.filter(({ code }) => !mattering.has(code));
  return (
    <ul class="findings">
      {[...first, ...rest].map((finding, i) => {
        const matters = mattering.has(finding.code);
        const place = where?.(finding);
        return (
          <li key={`${finding.code}${i}`} class={matters ? 'matters' : ''}>
            <Icon name={matters ? 'alert' : 'info'} />
            <div>
              {matters && <span class="unseen">{t('finding_list.matters')} </span>}
              {findingText(finding)}
              {place && <div class="small faint">{place}</div>}
            </div>
          </li>
        );
      })}
    </ul>
  );
}
