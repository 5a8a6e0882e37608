import { useState } from 'preact/hooks';
import { t } from '../text/text.ts';
import { Check, Field, typed, typing } from './form.tsx';

interface SecretFieldProps {
  label: string;
  hint: string;
  /** The label of the box that shows the typed text. */
  showLabel: string;
  value: string;
  onInput: (value: string) => void;
}

/** A new password or passphrase, which can be shown while it is typed. */
export function SecretField({ label, hint, showLabel, value, onInput }: SecretFieldProps) {
  const [shown, setShown] = useState(false);
  const common = {
    autocapitalize: 'off',
    spellcheck: false,
    required: true,
    value,
    onInput: (event: Parameters<typeof typed>[0]) => onInput(typed(event)),
  } as const;
  return (
    <>
      <Field label={label} hint={hint}>
        {shown ? (
          <input type="text" autocomplete="off" {...common} />
        ) : (
          <input type="password" autocomplete="new-password" {...common} />
        )}
      </Field>
      <Check label={showLabel} checked={shown} onChange={setShown} />
    </>
  );
}

/** A passphrase that cannot be recovered, typed twice. `onInput`: null while the two differ. */
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

interface PasswordFieldProps {
  label: string;
  value: string;
  onInput: (value: string) => void;
}

/** A current password. */
export function PasswordField({ label, value, onInput }: PasswordFieldProps) {
  return (
    <Field label={label}>
      <input type="password" autocomplete="current-password" required value={value} onInput={typing(onInput)} />
    </Field>
  );
}

interface PasswordFieldsProps {
  /** The label of the current password. */
  formerLabel: string;
  former: string;
  onFormer: (value: string) => void;
  chosen: string;
  onChosen: (value: string) => void;
}

/** The current password, and its replacement. */
export function PasswordFields({ formerLabel, former, onFormer, chosen, onChosen }: PasswordFieldsProps) {
  return (
    <>
      <PasswordField label={formerLabel} value={former} onInput={onFormer} />
      <Field label={t('login.password_new')} hint={t('login.password_rule')}>
        <input type="password" autocomplete="new-password" required value={chosen} onInput={typing(onChosen)} />
      </Field>
    </>
  );
}
