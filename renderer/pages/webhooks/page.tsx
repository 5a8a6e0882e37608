import { useState } from 'preact/hooks';
import type { EndpointAnswer } from '../../../server/contract/webhooks.ts';
import { usePages } from '../../client/pages.ts';
import { can } from '../../client/session.ts';
import { Button } from '../../parts/button.tsx';
import { Page } from '../../parts/page.tsx';
import { Empty, Paged } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { When } from '../../parts/values.tsx';
import { plural, t } from '../../text/text.ts';
import { EndpointDialog } from './endpoint-dialog.tsx';
import { Origins } from './origins.tsx';
import { EndpointState } from './trouble.tsx';
import './page.css';
import { EndpointSecret } from './endpoint-acts.tsx';
import { SigningSecret } from './signing-secret.tsx';

/** Which systems are told of what happens. */
export default function WebhooksPage() {
  const endpoints = usePages<EndpointAnswer>('/v1/webhook-endpoints');
  const [making, setMaking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const add = (
    <Button look="primary" icon="plus" onClick={() => setMaking(true)}>
      {t('webhooks.add')}
    </Button>
  );
  return (
    <Page title={t('nav.webhooks')} intro={t('webhooks.intro')} actions={can('admin') && add}>
      <Paged
        of={endpoints}
        empty={
          <Empty icon="webhook" title={t('webhooks.none')}>
            <p>{t('webhooks.none_why')}</p>
          </Empty>
        }
      >
        {(rows) => <Rows rows={rows} />}
      </Paged>
      {can('admin') && <Origins />}
      {can('admin') && <SigningSecret />}
      {making && (
        <EndpointDialog
          onClose={() => setMaking(false)}
          onDone={({ secret: made }) => {
            setSecret(made ?? null);
            void endpoints.reload();
          }}
        />
      )}
      {secret !== null && <EndpointSecret secret={secret} onClose={() => setSecret(null)} />}
    </Page>
  );
}

function Made({ at }: { at: string }) {
  return (
    <span class="webhook-nowrap">
      <When at={at} />
    </span>
  );
}

function Rows({ rows }: { rows: readonly EndpointAnswer[] }) {
  return (
    <Table
      caption={t('nav.webhooks')}
      rows={rows}
      columns={[
        [
          t('field.address'),
          ({ id, url, description }) => (
            <>
              <a class="webhook-url" href={`/webhooks/${id}`} dir="ltr">
                {url}
              </a>
              {description && <div class="small faint">{description}</div>}
            </>
          ),
        ],
        [
          t('webhooks.events'),
          ({ kinds }) => (
            <span class="webhook-nowrap">
              {kinds === null ? t('label.all') : plural('webhooks.kinds_count', kinds.length)}
            </span>
          ),
        ],
        [t('label.state'), (row) => <EndpointState endpoint={row} />],
        [t('webhooks.made'), ({ created_at: at }) => <Made at={at} />, 'wide-only'],
      ]}
    />
  );
}
