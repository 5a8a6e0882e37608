import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import type { MasterKeyMove, MasterKeyMovedAnswer, SystemKeysAnswer } from '../../../server/contract/system-keys.ts';
import { post, useGet } from '../../client/api.ts';
import { Button } from '../../parts/button.tsx';
import { ActError, Loaded, Page, useAct } from '../../parts/page.tsx';
import { MasterKeyPath } from '../../parts/path-field.tsx';
import { PassphraseFields } from '../../parts/secret-fields.tsx';
import { t } from '../../text/text.ts';
import { Continue, Option } from './frame.tsx';

type Place = 'keep' | MasterKey['kind'];
type MasterKey = SystemKeysAnswer['master_key'];
const KINDS = ['file', 'keystore', 'passphrase'] as const;

/** The place of the master key. It stays where it is unless another place is chosen. */
export function MasterKeyStep({ onPassed }: { onPassed: () => void }) {
  const keys = useGet('/v1/system/keys');
  const [moved, setMoved] = useState<MasterKeyMovedAnswer | null>(null);
  return (
    <Page title={t('setup.master_title')} intro={t('setup.master_intro')} width="text">
      {moved ? (
        <Moved moved={moved} onPassed={onPassed} />
      ) : (
        <Loaded of={keys}>
          {({ master_key: now }) => <Choose now={now} onMoved={setMoved} onPassed={onPassed} />}
        </Loaded>
      )}
    </Page>
  );
}

interface ChooseProps {
  now: MasterKey;
  onMoved: (moved: MasterKeyMovedAnswer) => void;
  onPassed: () => void;
}

function Choose({ now, onMoved, onPassed }: ChooseProps) {
  const [place, setPlace] = useState<Place>('keep');
  const [path, setPath] = useState('');
  const [passphrase, setPassphrase] = useState<string | null>(null);
  const { busy, error, run, clear } = useAct();
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (place === 'keep') return onPassed();
    const to = { kind: place, ...(place === 'file' && { path }), ...(place === 'passphrase' && { passphrase }) };
    await run(async () => onMoved(await post('/v1/system/master-key', to as MasterKeyMove)));
  };
  const choose = (chosen: Place) => () => {
    setPlace(chosen);
    setPassphrase(null);
    clear();
  };
  const offered: Readonly<Record<MasterKey['kind'], boolean>> = {
    file: now.movable,
    keystore: now.keystore_usable,
    passphrase: now.movable && now.kind !== 'passphrase',
  };
  return (
    <form onSubmit={submit}>
      <fieldset class="setup-options stack gap-8">
        <legend class="unseen">{t('setup.master_title')}</legend>
        <Option name="place" label={t('setup.master_keep')} checked={place === 'keep'} onChoose={choose('keep')}>
          {now.kind === 'file' ? (
            <PlaceNow path={now.path ?? ''} inside={now.inside_data_folder} />
          ) : (
            t(`setup.master_keep_${now.kind}`)
          )}
        </Option>
        {KINDS.filter((kind) => offered[kind]).map((kind) => (
          <Fragment key={kind}>
            <Option name="place" label={t(`setup.master_${kind}`)} checked={place === kind} onChoose={choose(kind)}>
              {t(`setup.master_${kind}_why`)}
            </Option>
            {place === kind && kind !== 'keystore' && (
              <div class="setup-option-more">
                {kind === 'file' ? (
                  <MasterKeyPath value={path} onInput={setPath} />
                ) : (
                  <PassphraseFields onInput={setPassphrase} />
                )}
              </div>
            )}
          </Fragment>
        ))}
      </fieldset>
      {!now.movable && <p class="setup-fixed faint">{t('setup.master_fixed')}</p>}
      <ActError error={error} />
      <div class="actions setup-actions">
        <Button look="primary" type="submit" busy={busy} disabled={place === 'passphrase' && passphrase === null}>
          {t(place === 'keep' ? 'setup.master_submit_keep' : 'setup.master_submit_move')}
        </Button>
      </div>
    </form>
  );
}

function PlaceNow({ path, inside }: { path: string; inside: boolean }) {
  return (
    <>
      <code class="breaks" dir="ltr">
        {path}
      </code>
      <br />
      {t(inside ? 'setup.master_keep_inside' : 'setup.master_keep_why')}
    </>
  );
}

function Moved({ moved, onPassed }: { moved: MasterKeyMovedAnswer; onPassed: () => void }) {
  return (
    <div role="status">
      <p class="setup-note note busy">{t(`setup.master_moved_${moved.kind}`)}</p>
      {moved.path !== null && (
        <p>
          <code dir="ltr">{moved.path}</code>
        </p>
      )}
      {!moved.former_removed && <p class="setup-note note busy">{t('setup.master_former_left')}</p>}
      <Continue onPassed={onPassed} />
    </div>
  );
}
