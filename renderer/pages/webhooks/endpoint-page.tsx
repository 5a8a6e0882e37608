import { useState } from 'preact/hooks';
import type { EndpointAnswer } from '../../../server/contract/webhooks.ts';
import { type Resource, useGet } from '../../client/resource.ts';
import { can } from '../../client/session.ts';
import { Page, Section } from '../../parts/page.tsx';
import { Loaded } from '../../parts/states.tsx';
import { Facts, When } from '../../parts/values.tsx';
import { place } from '../../router.ts';
import { t } from '../../text/text.ts';
import { Deliveries } from './deliveries.tsx';
import { EndpointActs } from './endpoint-acts.tsx';
import { kindText } from './kinds.ts';
import { EndpointState, Trouble } from './trouble.tsx';
import './page.css';

/** One receiver: whether it is sent to, what was sent to it, and sending again. */
export default function EndpointPage() {
  const id = place.value.params['id'] ?? '';
  const path = `/v1/webhook-endpoints/${id}`;
  const endpoint = useGet<EndpointAnswer>(path);
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
            <Deliveries endpoint={shown} sent={sent} onAttempt={() => refresh(endpoint)} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** An attempt may have switched it off, or have been the first that arrived again. */
function refresh(endpoint: Resource<EndpointAnswer>): void {
  void endpoint.reload();
}

function About({ endpoint }: { endpoint: EndpointAnswer }) {
  const {
    id,
    kinds,
    keep_answers: keepsAnswers,
    created_at: made,
    updated_at: changed,
    previous_secret_until: former,
  } = endpoint;
  return (
    <Section title={t('webhooks.one')} id="endpoint">
      <Facts
        items={[
          [t('label.state'), <EndpointState key="state" endpoint={endpoint} />],
          [t('webhooks.events'), kinds === null ? t('webhooks.kinds_all') : <KindList key="kinds" kinds={kinds} />],
          [t('webhooks.answers'), t(keepsAnswers ? 'webhooks.answers_kept' : 'webhooks.answers_not_kept')],
          [t('webhooks.former_until'), former && <When at={former} />],
          [t('webhooks.made'), <When key="made" at={made} />],
          [t('webhooks.changed'), changed === made ? null : <When at={changed} />],
          [t('webhooks.id'), <code key="id">{id}</code>],
        ]}
      />
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
