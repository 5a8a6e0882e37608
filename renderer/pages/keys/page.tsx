import { useState } from 'preact/hooks';
import type { KeyAnswer } from '../../../server/contract/keys.ts';
import { post, useGetRows } from '../../client/api.ts';
import { nowMs } from '../../client/clock.ts';
import { can } from '../../client/session.ts';
import { Button, Menu, MenuItem } from '../../parts/button.tsx';
import { FormDialog } from '../../parts/form.tsx';
import { SecretDialog } from '../../parts/leave-guard.tsx';
import { Empty, Loaded, Page, toast } from '../../parts/page.tsx';
import { scopesByGroup } from '../../parts/scopes.ts';
import { Ago, Pill, Table, type Tone, When } from '../../parts/values.tsx';
import { formatWhen, plural, t, textFor } from '../../text/text.ts';
import { NewKeyDialog } from './new-key.tsx';
import './page.css';

/** Lists the API keys and their scopes. */
export default function KeysPage() {
  const keys = useGetRows('/v1/api-keys');
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
        can('admin') && <Button look="primary" icon="plus" onClick={() => setMaking(true)} label={t('keys.add')} />
      }
    >
      <Loaded of={keys}>{(rows) => <Lists rows={rows} onSecret={show} onChange={() => void keys.reload()} />}</Loaded>
      {making && (
        <NewKeyDialog
          onClose={() => {
            setMaking(false);
            // A key may have been created although the answer was lost.
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

function Lists({ rows, ...on }: Omit<KeyTableProps, 'caption'>) {
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

interface KeyTableProps {
  caption: string;
  rows: readonly KeyAnswer[];
  /** Called with the secret of a key that replaces another one. */
  onSecret: (secret: string) => void;
  onChange: () => void;
}

type Asked = { act: 'rotate' | 'revoke'; key: KeyAnswer };

/** Lists keys with their scopes, states and actions. */
function KeyTable({ caption, rows, onSecret, onChange }: KeyTableProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const acts = {
    rotate: async (id: string) => onSecret((await post(`/v1/api-keys/${id}/rotate`)).secret),
    revoke: async (id: string) => {
      await post(`/v1/api-keys/${id}/revoke`);
      toast(t('keys.revoked_done'));
      onChange();
    },
  };
  return (
    <>
      <Table
        caption={caption}
        rows={rows}
        columns={[
          [
            t('field.name'),
            ({ id, label, livemode }) => (
              <>
                <strong class="breaks">{label}</strong> {!livemode && <Pill tone="warn">{t('account.data_test')}</Pill>}
                <div class="small faint">
                  <code>{id}</code>
                </div>
              </>
            ),
          ],
          [t('keys.scopes'), ({ scopes }) => <Scopes scopes={scopes} />],
          [t('field.status'), (key) => <State of={key} />],
          [
            t('keys.last_used'),
            ({ last_used_at: at }) => (at === null ? <span class="faint">{t('label.never')}</span> : <Ago at={at} />),
          ],
          [t('label.made'), ({ created_at: at }) => <When at={at} />, 'wide-only'],
          ['', (key) => <Acts of={key} onAsk={setAsked} />],
        ]}
      />
      {asked && (
        <FormDialog
          title={t(`keys.${asked.act}_title`, { label: asked.key.label })}
          submitLabel={t(asked.act === 'rotate' ? 'action.replace' : 'keys.revoke')}
          look={asked.act === 'rotate' ? 'primary' : 'danger'}
          onClose={() => setAsked(null)}
          onSubmit={() => acts[asked.act](asked.key.id)}
        >
          <p>{t(`keys.${asked.act}_what`)}</p>
        </FormDialog>
      )}
    </>
  );
}

/** Shows scopes such as "People: read, send". */
function Scopes({ scopes }: Pick<KeyAnswer, 'scopes'>) {
  const groups = scopesByGroup(scopes);
  if (groups === null) return <>{t('scopes.everything')}</>;
  return (
    <ul class="small">
      {groups.map((group) => (
        <li key={group.name}>
          {t('scopes.line', { group: t(`scopes.${group.name}`), scopes: group.scopes.map(shortText).join(', ') })}
        </li>
      ))}
    </ul>
  );
}

const shortText = (scope: string): string =>
  textFor(`scope_short.${scope}`) ?? textFor(`scopes.${scope.split(':')[1] ?? ''}`) ?? scope;

const TONES: Readonly<Record<KeyState, Tone>> = {
  works: 'good',
  expires: 'good',
  replaced: 'warn',
  expired: 'calm',
  revoked: 'calm',
};

function State({ of }: { of: KeyAnswer }) {
  const { state, at } = stateOf(of, nowMs());
  return (
    <>
      <Pill tone={TONES[state]}>{t(`keys.${state}`)}</Pill>
      {at !== null && (
        <div class="small faint">{hasEnded(state) ? formatWhen(at) : t('keys.until', { when: formatWhen(at) })}</div>
      )}
    </>
  );
}

function Acts({ of, onAsk }: { of: KeyAnswer; onAsk: (asked: Asked) => void }) {
  const { state } = stateOf(of, nowMs());
  if (hasEnded(state)) return null;
  return (
    <Menu label={t('keys.acts', { label: of.label })}>
      {state !== 'replaced' && (
        <MenuItem icon="rotate" label={t('action.replace')} onClick={() => onAsk({ act: 'rotate', key: of })} />
      )}
      <MenuItem icon="cross" label={t('keys.revoke')} onClick={() => onAsk({ act: 'revoke', key: of })} />
    </Menu>
  );
}

type KeyState = 'works' | 'expires' | 'replaced' | 'expired' | 'revoked';

type Ends = Pick<KeyAnswer, 'expires_at' | 'revoked_at' | 'replaced_by'>;

/** Returns a key's state, and since or until when. `now`: ms since 1970. */
export function stateOf(
  { expires_at: expires, revoked_at: revoked, replaced_by: by }: Ends,
  now: number,
): {
  state: KeyState;
  at: string | null;
} {
  if (revoked !== null) return { state: 'revoked', at: revoked };
  if (expires === null) return { state: 'works', at: null };
  if (Date.parse(expires) <= now) return { state: 'expired', at: expires };
  return { state: by === null ? 'expires' : 'replaced', at: expires };
}

export const hasEnded = (state: KeyState): boolean => state === 'expired' || state === 'revoked';
