import { useEffect, useState } from 'preact/hooks';
import type { DeliveryAnswer, EndpointAnswer } from '../../../server/contract/webhooks.ts';
import { post, useGet } from '../../client/api.ts';
import { nowMs } from '../../client/clock.ts';
import { type Pages, usePages } from '../../client/pages.ts';
import { can } from '../../client/session.ts';
import { Button } from '../../parts/button.tsx';
import { fromLocalInput, toLocalInput } from '../../parts/dates.ts';
import { Choice, Field, FormDialog, typing } from '../../parts/form.tsx';
import { Empty, Loaded, Page, Paged, Section, toast } from '../../parts/page.tsx';
import { factList, When } from '../../parts/values.tsx';
import { place } from '../../router.ts';
import { plural, t } from '../../text/text.ts';
import { DELIVERY_STATES, type DeliveryState, type EndpointPath, kindText, refreshInMs } from './delivery.ts';
import { DeliveryTable } from './delivery-table.tsx';
import { EndpointActs } from './endpoint-acts.tsx';
import { EndpointState, Trouble } from './trouble.tsx';
import './page.css';

/** Shows one endpoint: whether it is enabled, its deliveries, and sending again. */
export default function EndpointPage() {
  const id = place.value.params['id'] ?? '';
  const path = `/v1/webhook-endpoints/${id}` as const;
  const endpoint = useGet(path);
  const [sent, setSent] = useState(0);
  const known = endpoint.known();
  return (
    <Page
      title={t('webhooks.one')}
      heading={
        known && (
          <span class="webhook-url breaks" dir="ltr">
            {known.url}
          </span>
        )
      }
      intro={known?.description}
      actions={
        known &&
        can('admin') && <EndpointActs endpoint={known} onChange={endpoint.set} onSent={() => setSent(sent + 1)} />
      }
    >
      <p class="webhook-back">
        <a href="/webhooks">{t('nav.webhooks')}</a>
      </p>
      <Loaded of={endpoint}>
        {(shown) => (
          <>
            <Trouble endpoint={shown} onChange={endpoint.set} />
            <About endpoint={shown} />
            {/* An attempt may have disabled it, or have been the first successful one again. */}
            <Deliveries endpoint={shown} sent={sent} onAttempt={() => void endpoint.reload()} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function About({ endpoint }: { endpoint: EndpointAnswer }) {
  const { id, kinds, created_at: made, updated_at: changed, previous_secret_until: former } = endpoint;
  return (
    <Section title={t('webhooks.one')} id="endpoint">
      {factList([
        [t('field.status'), <EndpointState key="state" endpoint={endpoint} />],
        [t('webhooks.events'), kinds === null ? t('webhooks.kinds_all') : <KindList key="kinds" kinds={kinds} />],
        [t('webhooks.answers'), t(endpoint.keep_answers ? 'webhooks.answers_kept' : 'webhooks.answers_not_kept')],
        [t('webhooks.former_until'), former && <When at={former} />],
        [t('webhooks.made'), <When key="made" at={made} />],
        [t('webhooks.changed'), changed === made ? null : <When at={changed} />],
        [t('webhooks.id'), <code key="id">{id}</code>],
      ])}
    </Section>
  );
}

function KindList({ kinds }: { kinds: readonly string[] }) {
  return (
    <ul class="webhook-kind-list">
      {kinds.map((kind) => (
        <li key={kind}>{kindText(kind)}</li>
      ))}
    </ul>
  );
}

const LIMIT = 50;

interface DeliveriesProps {
  endpoint: EndpointAnswer;
  /** Changes when something was sent, or will no longer be sent. */
  sent: number;
  /** Called after a possible attempt, which may change the endpoint. */
  onAttempt: () => void;
}

/** Lists the deliveries to an endpoint, newest first. */
function Deliveries({ endpoint, sent, onAttempt }: DeliveriesProps) {
  const [state, setState] = useState<DeliveryState | null>(null);
  const [asking, setAsking] = useState(false);
  const path = `/v1/webhook-endpoints/${endpoint.id}` as const;
  const deliveries = usePages(state === null ? `${path}/deliveries` : `${path}/deliveries?state=${state}`, LIMIT);
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
        endpoint.enabled && <Button icon="refresh" onClick={() => setAsking(true)} label={t('webhooks.replay_span')} />
      }
    >
      <Choice
        class="webhook-filter"
        label={t('field.status')}
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
        <Button onClick={onAll} label={t('webhooks.deliveries_show_all')} />
      </Empty>
    );
  }
  return (
    <Empty icon="webhook" title={t('webhooks.deliveries_none')}>
      <p>{t(endpoint.enabled ? 'webhooks.deliveries_none_why' : 'webhooks.deliveries_none_off')}</p>
    </Empty>
  );
}

/** Reloads when the next attempt is due, unless further pages were loaded: they would be lost. */
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

/** Sends the events of a period again. */
function ReplayDialog({
  path,
  onClose,
  onReplayed,
}: {
  path: EndpointPath;
  onClose: () => void;
  onReplayed: () => void;
}) {
  const [from, setFrom] = useState(() => toLocalInput(nowMs() - 24 * HOUR_MS));
  // Includes the current minute.
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
        const { deliveries } = await post(`${path}/replay`, { from: span.from ?? '', to: span.to ?? '' });
        toast(deliveries === 0 ? t('webhooks.replayed_none') : plural('webhooks.replayed', deliveries));
        onReplayed();
      }}
    >
      <p class="webhook-text">{t('webhooks.replay_span_what')}</p>
      <div class="form-row">
        <Field label={t('label.from')}>
          <input type="datetime-local" required value={from} onInput={typing(setFrom)} />
        </Field>
        <Field label={t('label.to')} error={wrong ? t('webhooks.span_wrong') : null}>
          <input type="datetime-local" required value={to} onInput={typing(setTo)} />
        </Field>
      </div>
    </FormDialog>
  );
}
