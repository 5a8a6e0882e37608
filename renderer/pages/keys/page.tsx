import { useState } from 'preact/hooks';
import type { KeyAnswer } from '../../../server/contract/keys.ts';
import { nowMs } from '../../client/clock.ts';
import { useGetRows } from '../../client/resource.ts';
import { can } from '../../client/session.ts';
import { Button } from '../../parts/button.tsx';
import { Page } from '../../parts/page.tsx';
import { SecretDialog } from '../../parts/secret-dialog.tsx';
import { Empty, Loaded } from '../../parts/states.tsx';
import { plural, t } from '../../text/text.ts';
import { hasEnded, KeyTable, stateOf } from './key-table.tsx';
import { NewKeyDialog } from './new-key.tsx';
import './page.css';

/** Which programs may ask, and for what. */
export default function KeysPage() {
  const keys = useGetRows<KeyAnswer>('/v1/api-keys');
  const [making, setMaking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const show = (made: string): void => {
    setSecret(made);
    void keys.reload();
  };
  return (
    <Page
      title={t('nav.keys')}
      intro={t('keys.intro')}
      actions={
        can('admin') && (
          <Button look="primary" icon="plus" onClick={() => setMaking(true)}>
            {t('keys.add')}
          </Button>
        )
      }
    >
      <Loaded of={keys}>{(rows) => <Lists rows={rows} onSecret={show} onChange={() => void keys.reload()} />}</Loaded>
      {making && (
        <NewKeyDialog
          onClose={() => {
            setMaking(false);
            // One may have been made though its answer was lost.
            void keys.reload();
          }}
          onMade={setSecret}
        />
      )}
      {secret !== null && (
        <SecretDialog
          title={t('keys.secret_title')}
          label={t('keys.secret')}
          secret={secret}
          onClose={() => setSecret(null)}
        >
          {t('keys.secret_use', { address: location.origin })}
        </SecretDialog>
      )}
    </Page>
  );
}

interface ListsProps {
  rows: readonly KeyAnswer[];
  onSecret: (secret: string) => void;
  onChange: () => void;
}

function Lists({ rows, ...on }: ListsProps) {
  const ended = rows.filter((key) => hasEnded(stateOf(key, nowMs()).state));
  const working = rows.filter((key) => !ended.includes(key));
  return (
    <>
      {working.length === 0 ? (
        <Empty icon="key" title={t('keys.none')}>
          <p>{t('keys.none_why')}</p>
        </Empty>
      ) : (
        <KeyTable caption={t('keys.list')} rows={working} {...on} />
      )}
      {ended.length > 0 && (
        <details class="keys-ended">
          <summary>{plural('keys.ended_list', ended.length)}</summary>
          <KeyTable caption={plural('keys.ended_list', ended.length)} rows={ended} {...on} />
        </details>
      )}
    </>
  );
}
