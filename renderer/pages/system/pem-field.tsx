import { Field } from '../../parts/form.tsx';
import { t } from '../../text/text.ts';

interface PemFieldProps {
  label: string;
  hint?: string;
  required?: boolean;
  onChoose: (file: File | null) => void;
}

/** A file with certificates or a key, as text (PEM). */
export function PemField({ label, hint, required = false, onChoose }: PemFieldProps) {
  return (
    <Field label={label} hint={hint} {...(!required && { optional: t('form.optional') })}>
      <input
        type="file"
        accept=".pem,.crt,.cer,.key"
        required={required}
        onChange={(event) => onChoose(event.currentTarget.files?.[0] ?? null)}
      />
    </Field>
  );
}
