import { useState } from 'preact/hooks';
import type { OriginAnswer } from '../../../server/contract/webhooks.ts';
import { ApiError, del, post } from '../../client/api.ts';
import { usePages } from '../../client/pages.ts';
import { Button } from '../../parts/button.tsx';
import { Field, FormDialog, typing } from '../../parts/form.tsx';
import { Section } from '../../parts/page.tsx';
import { ActError, Paged, useAct } from '../../parts/states.tsx';
import { Table } from '../../parts/table.tsx';
import { toast } from '../../parts/toast.tsx';
import { t } from '../../text/text.ts';
import { inWords } from './endpoint-dialog.tsx';

const PATH = '/v1/webhook-origins';

/** Where the `webhook_url` of a verification may lead, beside the origins of webhooks. */
export function Origins() {
  const origins = usePages<OriginAnswer>(PATH);
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
          <Rows
            rows={rows}
            onConfirm={({ origin }) => act(() => post(PATH, { origin }), t('webhooks.origin_confirmed'))}
            onRemove={({ id }) => act(() => del(`${PATH}/${id}`), t('webhooks.origin_removed'))}
          />
        )}
      </Paged>
      {adding && (
        <AddDialog
          onClose={() => setAdding(false)}
          onDone={() => {
            toast(t('webhooks.origin_added'));
            void origins.reload();
          }}
        />
      )}
    </Section>
  );
}

interface RowsProps {
  rows: readonly OriginAnswer[];
  onConfirm: (row: OriginAnswer) => void;
  onRemove: (row: OriginAnswer) => void;
}

function Rows({ rows, onConfirm, onRemove }: RowsProps) {
  return (
    <Table
      caption={t('webhooks.origins')}
      rows={rows}
      columns={[
        [t('webhooks.origin'), ({ origin }) => <code dir="ltr">{origin}</code>],
        [t('label.state'), ({ confirmed }) => t(confirmed ? 'webhooks.origin_allowed' : 'webhooks.origin_unconfirmed')],
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
      onSubmit={async () => {
        try {
          await post(PATH, { origin: origin.trim() });
        } catch (error) {
          throw error instanceof ApiError ? inWords(error) : error;
        }
        onDone();
      }}
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
