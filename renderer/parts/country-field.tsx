import { useMemo } from 'preact/hooks';
import { locale } from '../text/locale.ts';
import { countries } from './countries.ts';
import { Field, typing } from './field.tsx';

const LIST_ID = 'countries';

interface CountryFieldProps {
  label: string;
  /** As it was typed: a name or a code; `parseCountry` gives what is sent. */
  value: string;
  onChange: (value: string) => void;
  error?: string | null;
  optional?: string;
}

/** A country by its name or code: what is typed searches the names of `CountryList`, which stands once on the page. */
export function CountryField({ label, value, onChange, error, optional }: CountryFieldProps) {
  return (
    <Field label={label} error={error} {...(optional && { optional })}>
      <input list={LIST_ID} value={value} autocomplete="off" onInput={typing(onChange)} />
    </Field>
  );
}

/** The names that the country fields of a page search. */
export function CountryList() {
  const all = useMemo(countries, [locale.value]);
  return (
    <datalist id={LIST_ID}>
      {all.map(({ code, name }) => (
        <option key={code} value={name} label={code} />
      ))}
    </datalist>
  );
}
