import type { EndpointAnswer } from '../../../server/contract/webhooks.ts';
import { patch } from '../../client/api.ts';
import { Button } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { ActError } from '../../parts/states.tsx';
import { toast } from '../../parts/toast.tsx';
import { useAct } from '../../parts/use-act.ts';
import { formatWhen } from '../../text/format.ts';
import { t } from '../../text/text.ts';

/** Why nothing is sent to an endpoint, or soon may not be, and what to do. Nothing where all is well. */
export function Trouble({
  endpoint,
  onChange,
}: {
  endpoint: EndpointAnswer;
  onChange: (endpoint: EndpointAnswer) => void;
}) {
  const { disabled_reason: reason, failing_since: failing } = endpoint;
  if (reason === null && failing === null) return null;
  return (
    <div class="webhook-trouble">
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
    onChange(await patch<EndpointAnswer>(`/v1/webhook-endpoints/${id}`, { enabled: true }));
    toast(t('webhooks.switched_on'));
  };
  return (
    <>
      <Button look="primary" icon="play" busy={busy} onClick={() => void run(act)}>
        {t('webhooks.switch_on')}
      </Button>
      <ActError error={error} />
    </>
  );
}
