import { useEffect, useState } from 'preact/hooks';
import type { DeliveryAnswer, EndpointAnswer } from '../../../server/contract/webhooks.ts';
import { post } from '../../client/api.ts';
import { nowMs } from '../../client/clock.ts';
import { type Pages, usePages } from '../../client/pages.ts';
import { Button } from '../../parts/button.tsx';
import { fromLocalInput, toLocalInput } from '../../parts/dates.ts';
import { Choice, Field, FormDialog, typing } from '../../parts/form.tsx';
import { Section } from '../../parts/page.tsx';
import { Empty, Paged } from '../../parts/states.tsx';
import { toast } from '../../parts/toast.tsx';
import { plural, t } from '../../text/text.ts';
import { DELIVERY_STATES, type DeliveryState, refreshInMs } from './delivery.ts';
import { DeliveryTable } from './delivery-table.tsx';

const LIMIT = 50;

interface DeliveriesProps {
  endpoint: EndpointAnswer;
  /** Changes when something was sent, or is no longer to be. */
  sent: number;
  /** Something may have been attempted, which may change the endpoint. */
  onAttempt: () => void;
}

/** What was sent to an endpoint, newest first. */
export function Deliveries({ endpoint, sent, onAttempt }: DeliveriesProps) {
  const [state, setState] = useState<DeliveryState | null>(null);
  const [asking, setAsking] = useState(false);
  const path = `/v1/webhook-endpoints/${endpoint.id}`;
  const deliveries = usePages<DeliveryAnswer>(`${path}/deliveries${state === null ? '' : `?state=${state}`}`, LIMIT);
  const reload = (): void => {
    void deliveries.reload();
    onAttempt();
  };
  useRefresh(deliveries, reload);
  useEffect(() => {
    if (sent > 0) reload();
  }, [sent]);
  return (
    <Section
      title={t('webhooks.deliveries')}
      id="deliveries"
      actions={
        endpoint.enabled && (
          <Button icon="refresh" onClick={() => setAsking(true)}>
            {t('webhooks.replay_span')}
          </Button>
        )
      }
    >
      <Choice
        class="webhook-filter"
        label={t('label.state')}
        options={[[null, t('label.all')], ...DELIVERY_STATES.map((one) => [one, t(`delivery_state.${one}`)] as const)]}
        chosen={state}
        onChoose={setState}
      />
      <Paged
        of={deliveries}
        empty={<None filtered={state !== null} endpoint={endpoint} onAll={() => setState(null)} />}
      >
        {(rows) => <DeliveryTable rows={rows} path={path} enabled={endpoint.enabled} onReplayed={reload} />}
      </Paged>
      {asking && <ReplayDialog path={path} onClose={() => setAsking(false)} onReplayed={reload} />}
    </Section>
  );
}

function None({ filtered, endpoint, onAll }: { filtered: boolean; endpoint: EndpointAnswer; onAll: () => void }) {
  if (filtered) {
    return (
      <Empty icon="filter" title={t('webhooks.deliveries_no_match')}>
        <Button onClick={onAll}>{t('webhooks.deliveries_show_all')}</Button>
      </Empty>
    );
  }
  return (
    <Empty icon="webhook" title={t('webhooks.deliveries_none')}>
      <p>{t(endpoint.enabled ? 'webhooks.deliveries_none_why' : 'webhooks.deliveries_none_off')}</p>
    </Empty>
  );
}

/** Asks again when the next attempt is due. Not where further pages were asked for: they would be lost. */
function useRefresh(deliveries: Pages<DeliveryAnswer>, reload: () => void): void {
  const rows = deliveries.rows.value;
  const state = deliveries.state.value;
  useEffect(() => {
    if (state !== 'ready' || rows.length > LIMIT) return;
    const inMs = refreshInMs(rows, nowMs());
    if (inMs === null) return;
    const timer = setTimeout(() => {
      if (!document.hidden) reload();
    }, inMs);
    return () => clearTimeout(timer);
  }, [rows, state]);
}

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Sends the events of a time again. */
function ReplayDialog({ path, onClose, onReplayed }: { path: string; onClose: () => void; onReplayed: () => void }) {
  const [from, setFrom] = useState(() => toLocalInput(nowMs() - 24 * HOUR_MS));
  // The minute that runs is in it.
  const [to, setTo] = useState(() => toLocalInput(nowMs() + MINUTE_MS));
  const span = { from: fromLocalInput(from), to: fromLocalInput(to) };
  const wrong = span.from !== null && span.to !== null && span.from >= span.to;
  return (
    <FormDialog
      title={t('webhooks.replay_span')}
      submitLabel={t('webhooks.replay')}
      disabled={wrong || span.from === null || span.to === null}
      onClose={onClose}
      onSubmit={async () => {
        const { deliveries } = await post<{ deliveries: number }>(`${path}/replay`, span);
        toast(deliveries === 0 ? t('webhooks.replayed_none') : plural('webhooks.replayed', deliveries));
        onReplayed();
      }}
    >
      <p class="webhook-text">{t('webhooks.replay_span_what')}</p>
      <div class="form-row">
        <Field label={t('webhooks.from')}>
          <input type="datetime-local" required value={from} onInput={typing(setFrom)} />
        </Field>
        <Field label={t('webhooks.to')} error={wrong ? t('webhooks.span_wrong') : null}>
          <input type="datetime-local" required value={to} onInput={typing(setTo)} />
        </Field>
      </div>
    </FormDialog>
  );
}
