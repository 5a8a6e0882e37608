import type { EndpointAnswer } from '../../../server/contract/webhooks.ts';
import { Pill } from '../../parts/pill.tsx';
import { t } from '../../text/text.ts';

type Endpoint = Pick<EndpointAnswer, 'disabled_reason' | 'failing_since'>;

/** Whether an endpoint is sent to, and if not, who or what switched it off. */
export function EndpointState({
  endpoint: { disabled_reason: reason, failing_since: failing },
}: {
  endpoint: Endpoint;
}) {
  if (reason !== null) {
    return (
      <>
        <Pill tone={reason === 'by_hand' ? 'calm' : 'bad'}>{t('label.off')}</Pill>
        {reason !== 'by_hand' && <div class="small webhook-why">{t(`webhooks.off_${reason}`)}</div>}
      </>
    );
  }
  return failing === null ? (
    <Pill tone="good">{t('webhooks.on')}</Pill>
  ) : (
    <Pill tone="warn">{t('webhooks.failing')}</Pill>
  );
}
