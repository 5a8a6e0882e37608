import { t } from '../text/text.ts';
import { Field, typing } from './form.tsx';

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
      <Field label={formerLabel}>
        <input type="password" autocomplete="current-password" required value={former} onInput={typing(onFormer)} />
      </Field>
      <Field label={t('login.password_new')} hint={t('login.password_rule')}>
        <input type="password" autocomplete="new-password" required value={chosen} onInput={typing(onChosen)} />
      </Field>
    </>
  );
}
