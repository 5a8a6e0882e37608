import { nameOf } from '../client/actors.ts';
import { t } from '../text/text.ts';
import { documentLabel } from '../text/words.ts';
import { Section } from './page.tsx';
import type { RecordHead } from './record-head.ts';
import './record.css';
import { When } from './values.tsx';

/** Which documents somebody was asked for. */
export function Requested({ review }: Pick<RecordHead, 'review'>) {
  const requests = review?.requested_documents ?? [];
  if (requests.length === 0) return null;
  return (
    <Section title={t('request.asked')} id="requested">
      <ul class="requests">
        {requests.map((request) => (
          <li key={request.requested_at}>
            <p>{request.types.map(documentLabel).join(' · ')}</p>
            {request.note && <q>{request.note}</q>}
            <p class="small faint">
              {nameOf(request.requested_by)} <When at={request.requested_at} />
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
