import { t } from '../text/text.ts';
import { Field, typing } from './form.tsx';

interface PasswordFieldProps {
  label: string;
  value: string;
  onInput: (value: string) => void;
}

/** A password that is in force. */
export function PasswordField({ label, value, onInput }: PasswordFieldProps) {
  return (
    <Field label={label}>
      <input type="password" autocomplete="current-password" required value={value} onInput={typing(onInput)} />
    </Field>
  );
}

interface PasswordFieldsProps {
  /** The words for the password that is in force. */
  formerLabel: string;
  former: string;
  onFormer: (value: string) => void;
  chosen: string;
  onChosen: (value: string) => void;
}

/** The password in force, and the one that takes its place. */
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
