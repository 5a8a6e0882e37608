import { useState } from 'preact/hooks';
import { t } from '../text/text.ts';
import { Field, typed } from './form.tsx';
import { SecretField } from './secret-field.tsx';

/** A passphrase that nothing brings back, typed twice. `onInput`: null as long as the two differ. */
export function PassphraseFields({ onInput }: { onInput: (passphrase: string | null) => void }) {
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const tell = (one: string, other: string): void => onInput(one === other && one !== '' ? one : null);
  return (
    <>
      <SecretField
        label={t('setup.passphrase')}
        hint={t('login.password_rule')}
        showLabel={t('setup.passphrase_show')}
        value={passphrase}
        onInput={(text) => {
          setPassphrase(text);
          tell(text, again);
        }}
      />
      <Field
        label={t('setup.passphrase_again')}
        error={again !== '' && again !== passphrase ? t('setup.passphrase_differs') : null}
      >
        <input
          type="password"
          autocomplete="new-password"
          required
          value={again}
          onInput={(event) => {
            setAgain(typed(event));
            tell(passphrase, typed(event));
          }}
        />
      </Field>
    </>
  );
}
