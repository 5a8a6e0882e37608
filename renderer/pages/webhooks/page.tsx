import { useState } from 'preact/hooks';
import type { z } from 'zod';
import type { EndpointAnswer, OriginAnswer, signingSecretSchema } from '../../../server/contract/webhooks.ts';
import { ApiError, del, get, post } from '../../client/api.ts';
import { usePages } from '../../client/pages.ts';
import { can } from '../../client/session.ts';
import { Button } from '../../parts/button.tsx';
import { Field, FormDialog, typing } from '../../parts/form.tsx';
import { ActError, Empty, Page, Paged, Section, toast, useAct } from '../../parts/page.tsx';
import { Secret, Table, When } from '../../parts/values.tsx';
import { plural, t } from '../../text/text.ts';
import { EndpointSecret, RotateDialog } from './endpoint-acts.tsx';
import { EndpointDialog, inWords } from './endpoint-dialog.tsx';
import { EndpointState } from './trouble.tsx';
import './page.css';

/** Lists the webhook endpoints. */
export default function WebhooksPage() {
  const endpoints = usePages('/v1/webhook-endpoints');
  const [making, setMaking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const add = <Button look="primary" icon="plus" onClick={() => setMaking(true)} label={t('webhooks.add')} />;
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
              <a class="webhook-url breaks" href={`/webhooks/${id}`} dir="ltr">
                {url}
              </a>
              {description && <div class="small faint">{description}</div>}
            </>
          ),
        ],
        [
          t('webhooks.events'),
          ({ kinds }) => (
            <span class="nowrap">{kinds === null ? t('label.all') : plural('webhooks.kinds_count', kinds.length)}</span>
          ),
        ],
        [t('field.status'), (row) => <EndpointState endpoint={row} />],
        [t('webhooks.made'), ({ created_at: at }) => <When at={at} />, 'nowrap wide-only'],
      ]}
    />
  );
}

type SigningSecretAnswer = z.output<typeof signingSecretSchema>;

const SECRET_PATH = '/v1/webhook-endpoints/signing-secret';

/** Shows or replaces, on demand, the secret that signs deliveries to the `webhook_url` of a verification. */
function SigningSecret() {
  const [shown, setShown] = useState<SigningSecretAnswer | null>(null);
  const { busy, error, run } = useAct();
  const [replacing, setReplacing] = useState(false);
  const show = async (): Promise<void> => setShown(await get(SECRET_PATH));
  return (
    <Section
      title={t('webhooks.signing')}
      id="signing-secret"
      actions={
        <>
          {shown ? (
            <Button onClick={() => setShown(null)} label={t('webhooks.signing_hide')} />
          ) : (
            <Button icon="lock" busy={busy} onClick={() => void run(show)} label={t('webhooks.signing_show')} />
          )}
          <Button icon="rotate" onClick={() => setReplacing(true)} label={t('webhooks.rotate')} />
        </>
      }
    >
      <p class="faint webhook-text">{t('webhooks.signing_why')}</p>
      {shown && <Secret text={shown.secret} label={t('webhooks.signing')} />}
      {shown?.previous_secret_until && (
        <p>
          {t('webhooks.former_until')} <When at={shown.previous_secret_until} />
        </p>
      )}
      <ActError error={error} />
      {replacing && (
        <RotateDialog
          onClose={() => setReplacing(false)}
          onSubmit={async () => setShown(await post(`${SECRET_PATH}/rotate`))}
          done={t('webhooks.signing_rotated')}
        />
      )}
    </Section>
  );
}

const ORIGINS_PATH = '/v1/webhook-origins';

/** The allowed destinations of a verification's `webhook_url`, in addition to the origins of endpoints. */
function Origins() {
  const origins = usePages(ORIGINS_PATH);
  const [adding, setAdding] = useState(false);
  const { error, run } = useAct();
  const act = (work: () => Promise<unknown>, told: string): void =>
    void run(async () => {
      await work();
      toast(told);
      await origins.reload();
    });
  return (
    <Section
      title={t('webhooks.origins')}
      id="origins"
      actions={<Button icon="plus" onClick={() => setAdding(true)} label={t('webhooks.origin_add')} />}
    >
      <p class="faint webhook-text">{t('webhooks.origins_why')}</p>
      <ActError error={error} />
      <Paged of={origins} empty={<p class="faint">{t('webhooks.origins_none')}</p>}>
        {(rows) => (
          <OriginRows
            rows={rows}
            onConfirm={({ origin }) => act(() => post(ORIGINS_PATH, { origin }), t('webhooks.origin_confirmed'))}
            onRemove={({ id }) => act(() => del(`${ORIGINS_PATH}/${id}`), t('webhooks.origin_removed'))}
          />
        )}
      </Paged>
      {adding && <AddDialog onClose={() => setAdding(false)} onDone={() => void origins.reload()} />}
    </Section>
  );
}

interface OriginRowsProps {
  rows: readonly OriginAnswer[];
  onConfirm: (row: OriginAnswer) => void;
  onRemove: (row: OriginAnswer) => void;
}

function OriginRows({ rows, onConfirm, onRemove }: OriginRowsProps) {
  return (
    <Table
      caption={t('webhooks.origins')}
      rows={rows}
      columns={[
        [t('webhooks.origin'), ({ origin }) => <code dir="ltr">{origin}</code>],
        [
          t('field.status'),
          ({ confirmed }) => t(confirmed ? 'webhooks.origin_allowed' : 'webhooks.origin_unconfirmed'),
        ],
        [
          t('webhooks.origin_acts'),
          (row) => (
            <span class="actions">
              {!row.confirmed && (
                <Button
                  look="primary"
                  aria-label={`${t('action.confirm')} ${row.origin}`}
                  onClick={() => onConfirm(row)}
                  label={t('action.confirm')}
                />
              )}
              <Button
                look="danger"
                aria-label={`${t('webhooks.origin_remove')} ${row.origin}`}
                onClick={() => onRemove(row)}
                label={t('webhooks.origin_remove')}
              />
            </span>
          ),
        ],
      ]}
    />
  );
}

function AddDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const [origin, setOrigin] = useState('');
  return (
    <FormDialog
      title={t('webhooks.origin_add')}
      submitLabel={t('webhooks.origin_allow')}
      onClose={onClose}
      onSubmit={() =>
        post(ORIGINS_PATH, { origin: origin.trim() }).catch((error) => {
          throw error instanceof ApiError ? inWords(error) : error;
        })
      }
      done={t('webhooks.origin_added')}
      onDone={onDone}
    >
      <Field label={t('webhooks.origin')} hint={t('webhooks.origin_hint')}>
        <input
          type="url"
          dir="ltr"
          autocomplete="off"
          spellcheck={false}
          required
          value={origin}
          onInput={typing(setOrigin)}
        />
      </Field>
    </FormDialog>
  );
}
