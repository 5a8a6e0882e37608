import type { EndpointAnswer } from '../../../server/contract/webhooks.ts';
import { patch } from '../../client/api.ts';
import { Button, Icon } from '../../parts/button.tsx';
import { ActError, toast, useAct } from '../../parts/page.tsx';
import { Pill } from '../../parts/values.tsx';
import { formatWhen, t } from '../../text/text.ts';

interface TroubleProps {
  endpoint: EndpointAnswer;
  onChange: (endpoint: EndpointAnswer) => void;
}

/** Explains why nothing is sent to an endpoint, or soon may not be, and what to do. Shows nothing if all is well. */
export function Trouble({ endpoint, onChange }: TroubleProps) {
  const { disabled_reason: reason, failing_since: failing } = endpoint;
  if (reason === null && failing === null) return null;
  return (
    <div class="webhook-trouble row wrap">
      <Icon name={reason === 'by_hand' ? 'pause' : 'alert'} />
      <div>
        {reason === null ? (
          <p>{t('webhooks.failing_since', { since: formatWhen(failing ?? '') })}</p>
        ) : (
          <>
            <p>
              <strong>{t(`webhooks.off_${reason}`)}</strong>
            </p>
            <p>{t('webhooks.off_what')}</p>
          </>
        )}
      </div>
      {reason !== null && <SwitchOn id={endpoint.id} onChange={onChange} />}
    </div>
  );
}

function SwitchOn({ id, onChange }: { id: string; onChange: (endpoint: EndpointAnswer) => void }) {
  const { busy, error, run } = useAct();
  const act = async (): Promise<void> => {
    onChange(await patch(`/v1/webhook-endpoints/${id}`, { enabled: true }));
    toast(t('webhooks.switched_on'));
  };
  return (
    <>
      <Button look="primary" icon="play" busy={busy} onClick={() => void run(act)} label={t('webhooks.switch_on')} />
      <ActError error={error} />
    </>
  );
}

/** Shows whether an endpoint is enabled, or who or what disabled it. */
export function EndpointState({ endpoint }: { endpoint: EndpointAnswer }) {
  const { disabled_reason: reason, failing_since: failing } = endpoint;
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
