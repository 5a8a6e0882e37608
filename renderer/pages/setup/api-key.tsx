import { useState } from 'preact/hooks';
import type { KeyAnswer } from '../../../server/api/contract/keys.ts';
import { type ApiError, post } from '../../client/api.ts';
import { Button } from '../../parts/button.tsx';
import { Secret } from '../../parts/copy.tsx';
import { Field, typed } from '../../parts/field.tsx';
import { Page } from '../../parts/page.tsx';
import { ActError, asApiError } from '../../parts/states.tsx';
import { t } from '../../text/text.ts';
import { Option } from './option.tsx';
import { Skip } from './skip.tsx';

type Scope = KeyAnswer['scopes'][number];
type Use = 'verify' | 'read' | 'all';

const READ: readonly Scope[] = ['kyc:read', 'kyb:read', 'events:read'];
/** What a program may do with the key, by what it is for. */
const SCOPES: Readonly<Record<Use, readonly Scope[]>> = {
  verify: [...READ, 'kyc:write', 'kyb:write', 'screening', 'lists:read'],
  read: READ,
  all: [
    ...READ,
    'kyc:write',
    'kyb:write',
    'kyc:review',
    'kyb:review',
    'screening',
    'lists:read',
    'lists:write',
    'audit:read',
    'admin',
  ],
};
const USES = ['verify', 'read', 'all'] as const;

/** Makes the key of the program that will send verifications. Its secret is shown this once. */
export function ApiKeyStep({ onPassed }: { onPassed: () => void }) {
  const [label, setLabel] = useState('');
  const [use, setUse] = useState<Use>('verify');
  const [secret, setSecret] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const make = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      const made = await post<{ secret: string }>('/v1/api-keys', { label, scopes: SCOPES[use] });
      setSecret(made.secret);
    } catch (thrown) {
      setError(asApiError(thrown));
    } finally {
      setBusy(false);
    }
  };
  if (secret !== null) {
    return (
      <Page title={t('setup.key_made_title')} intro={t('setup.key_made_intro')} width="text">
        <Secret text={secret} label={t('setup.key_secret')} />
        <p class="faint">{t('setup.key_made_use', { address: location.origin })}</p>
        <div class="actions setup-actions">
          <Button look="primary" onClick={onPassed}>
            {t('setup.continue')}
          </Button>
        </div>
      </Page>
    );
  }
  return (
    <Page title={t('setup.key_title')} intro={t('setup.key_intro')} width="text">
      <form onSubmit={make}>
        <Field label={t('setup.key_label')} hint={t('setup.key_label_hint')}>
          <input autocomplete="off" required value={label} onInput={(event) => setLabel(typed(event))} />
        </Field>
        <fieldset class="setup-options">
          <legend>{t('setup.key_use')}</legend>
          {USES.map((one) => (
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
    </Page>
  );
}
