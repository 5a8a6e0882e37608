import { useState } from 'preact/hooks';
import type { DeliveryAnswer } from '../../../server/contract/webhooks.ts';
import { Button } from '../../parts/button.tsx';
import { Facts } from '../../parts/facts.tsx';
import { When } from '../../parts/time.tsx';
import { t, textFor } from '../../text/text.ts';
import { Attempts } from './attempts.tsx';

/** All that is known of one delivery. */
export function DeliveryDetails({
  row,
  path,
  onReplay,
}: {
  row: DeliveryAnswer;
  /** Of the endpoint. */
  path: string;
  /** null: nothing can be sent now. */
  onReplay: (() => Promise<void>) | null;
}) {
  const [busy, setBusy] = useState(false);
  return (
    <div class="webhook-details">
      <Why row={row} />
      <Facts
        items={[
          [t('webhooks.event_id'), <code key="event">{row.event.id}</code>],
          [t('webhooks.delivery_id'), <code key="delivery">{row.id}</code>],
          [t('webhooks.age'), <When key="made" at={row.created_at} />],
          [t('webhooks.last_change'), <When key="changed" at={row.updated_at} />],
          [t('webhooks.next'), row.next_attempt_at && <When at={row.next_attempt_at} />],
        ]}
      />
      <Attempts path={`${path}/deliveries/${row.id}`} row={row} />
      {onReplay && (
        <p class="actions">
          <Button
            icon="refresh"
            keys="r"
            busy={busy}
            onClick={async () => {
              setBusy(true);
              await onReplay();
              setBusy(false);
            }}
          >
            {t('webhooks.replay')}
          </Button>
        </p>
      )}
    </div>
  );
}

function Why({ row: { error, attempts } }: { row: DeliveryAnswer }) {
  if (error === null) return null;
  const status = String(attempts.at(-1)?.status ?? '');
  return <p class="webhook-why">{textFor(`delivery_error.${error}`, { status }) ?? error}</p>;
}
