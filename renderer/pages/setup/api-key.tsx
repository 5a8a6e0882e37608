import { useState } from 'preact/hooks';
import { post } from '../../client/api.ts';
import { Button } from '../../parts/button.tsx';
import { Field, typing } from '../../parts/form.tsx';
import { Page } from '../../parts/page.tsx';
import { PRESET_NAMES, PRESETS, type Preset } from '../../parts/scopes.ts';
import { SecretDialog } from '../../parts/secret-dialog.tsx';
import { ActError, submitting, useAct } from '../../parts/states.tsx';
import { t } from '../../text/text.ts';
import { Option, Skip } from './frame.tsx';

/** Makes the key of the program that will send verifications. Its secret is shown this once. */
export function ApiKeyStep({ onPassed }: { onPassed: () => void }) {
  const [label, setLabel] = useState('');
  const [use, setUse] = useState<Preset>('verify');
  const [secret, setSecret] = useState<string | null>(null);
  const { busy, error, run } = useAct();
  const make = async (): Promise<void> =>
    setSecret((await post<{ secret: string }>('/v1/api-keys', { label, scopes: PRESETS[use] })).secret);
  return (
    <Page title={t('setup.key_title')} intro={t('setup.key_intro')} width="text">
      <form onSubmit={submitting(() => run(make))}>
        <Field label={t('setup.key_label')} hint={t('setup.key_label_hint')}>
          <input autocomplete="off" required value={label} onInput={typing(setLabel)} />
        </Field>
        <fieldset class="setup-options">
          <legend>{t('setup.key_use')}</legend>
          {PRESET_NAMES.map((one) => (
            <Option
              key={one}
              name="use"
              label={t(`setup.key_${one}`)}
              checked={use === one}
              onChoose={() => setUse(one)}
            >
              {t(`setup.key_${one}_why`)}
            </Option>
          ))}
        </fieldset>
        <ActError error={error} />
        <div class="actions setup-actions">
          <Button look="primary" type="submit" busy={busy}>
            {t('setup.key_make')}
          </Button>
          <Skip warning={t('setup.key_skip')} onSkip={onPassed} />
        </div>
      </form>
      {secret !== null && (
        <SecretDialog
          title={t('setup.key_made_title')}
          label={t('setup.key_secret')}
          secret={secret}
          onClose={onPassed}
        >
          {t('setup.key_made_use', { address: location.origin })}
        </SecretDialog>
      )}
    </Page>
  );
}
