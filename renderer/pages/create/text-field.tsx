import { CountryField } from '../../parts/country-field.tsx';
import { Field, typed } from '../../parts/field.tsx';
import { t } from '../../text/text.ts';
import { type Fields, isCountry } from './fields.ts';

interface TextFieldProps {
  fields: Fields;
  path: string;
  label: string;
  /** Whether it must be filled: its label says so. */
  needed?: boolean;
  hint?: string;
  type?: 'text' | 'date' | 'email' | 'tel';
}

/** One value of a form: by its path a country, or a text. */
export function TextField({ fields, path, label, needed, hint, type = 'text' }: TextFieldProps) {
  const about = { label, error: fields.error(path), ...(needed && { optional: t('create.needed') }) };
  if (isCountry(path))
    return <CountryField {...about} value={fields.value(path)} onChange={(value) => fields.set(path, value)} />;
  return (
    <Field {...about} {...(hint && { hint })}>
      <input
        // Their types are one union each by `type`.
        type={type as 'text'}
        value={fields.value(path)}
        {...(needed && { required: true })}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => fields.set(path, typed(event))}
      />
    </Field>
  );
}

/** Parts of an address, under `prefix`. */
export function AddressFields({ fields, prefix, needed }: { fields: Fields; prefix: string; needed?: boolean }) {
  const field = (name: string) => ({ fields, path: `${prefix}.${name}` });
  return (
    <>
      <TextField {...field('line1')} label={t('create.line1')} />
      <TextField {...field('line2')} label={t('create.line2')} />
      <div class="form-row">
        <TextField {...field('postal_code')} label={t('create.postal_code')} />
        <TextField {...field('city')} label={t('create.city')} />
      </div>
      <div class="form-row">
        <TextField {...field('state')} label={t('create.state')} />
        <TextField {...field('country')} label={t('field.country')} {...(needed && { needed })} />
      </div>
    </>
  );
}
