import type { z } from 'zod';
import type { approvalSchema } from '../../server/contract/reviews.ts';
import { useGet } from '../client/resource.ts';
import { t, textFor } from '../text/text.ts';
import { fieldLabel, findingText } from '../text/words.ts';
import type { RecordHead } from './record-head.ts';

type Approval = z.output<typeof approvalSchema>;
type Fault = Approval['errors'][number];

/** What is missing before a record can be approved; nothing where nothing is. `version`: changes with what people said of the record. */
export function ApprovalNeeds({ path, record, version }: { path: string; record: RecordHead; version: string }) {
  const known = useGet<Approval>(`${path}/approval`, record.status, version).known();
  if (!known || known.possible) return null;
  const faults = [...Map.groupBy(known.errors, textOf)];
  return (
    <div class="approval-needs" role="status">
      <p>{t('approval.needs')}</p>
      <ul>
        {faults.map(([text, alike]) => (
          <li key={text}>
            {text} {alike.length > 1 && <span class="faint">({alike.length})</span>} <Where faults={alike} />
          </li>
        ))}
      </ul>
    </div>
  );
}

const textOf = (fault: Fault): string => textFor(`approval.${fault.code}`) ?? findingText(fault);

/** Where on the page, or on which, each is mended. */
function Where({ faults }: { faults: readonly Fault[] }) {
  const field = faults[0]?.field ?? '';
  if (field.startsWith('alt_')) return <a href="/alerts">{t('approval.show_alert')}</a>;
  if (/hits\[\d+\]$/.test(field)) return <a href="#hits">{t('approval.show_hits')}</a>;
  if (/^(representatives|ubos)\[/.test(field))
    return <>{faults.map((fault) => fieldLabel(fault.field ?? '')).join(', ')}</>;
  return null;
}
