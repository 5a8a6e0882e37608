import { useMemo } from 'preact/hooks';
import { COUNTRY_CODES } from '../text/country-codes.ts';
import { locale } from '../text/locale.ts';
import { formatCountry } from '../text/text.ts';
import { Field, typing } from './form.tsx';

const LIST_ID = 'countries';

interface CountryFieldProps {
  label: string;
  /** As typed: a name or a code. `parseCountry` returns what is sent. */
  value: string;
  onChange: (value: string) => void;
  error?: string | null;
  optional?: string;
}

/** A country by its name or code. Typing searches the names of `CountryList`, which appears once on the page. */
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

const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

/** Returns the names in the chosen language, in its sort order. */
export function countries(): { code: string; name: string }[] {
  const named = COUNTRY_CODES.map((code) => ({ code, name: formatCountry(code) }));
  const collator = new Intl.Collator(locale.value === 'x-rtl' ? 'en' : locale.value);
  return named.sort((a, b) => collator.compare(a.name, b.name));
}

/** Returns the code for a text: a code, or a name in the chosen language or English, ignoring accents and case; null if there is none. */
export function parseCountry(text: string): string | null {
  const wanted = folded(text);
  if (wanted === '') return null;
  const english = new Intl.DisplayNames('en', { type: 'region' });
  return (
    COUNTRY_CODES.find((code) => code.toLowerCase() === wanted) ??
    COUNTRY_CODES.find((code) => folded(formatCountry(code)) === wanted || folded(english.of(code) ?? '') === wanted) ??
    null
  );
}
