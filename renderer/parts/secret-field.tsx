import { useState } from 'preact/hooks';
import { Check, Field, typed } from './form.tsx';

interface SecretFieldProps {
  label: string;
  hint: string;
  /** The words of the box that shows what is typed. */
  showLabel: string;
  value: string;
  onInput: (value: string) => void;
}

/** A new password or passphrase, which may be looked at while it is typed. */
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
