import { signal } from '@preact/signals';
import { APPLICANT_LANGUAGES, type ApplicantLanguage } from '../../../server/vocabulary/consent-text.ts';
import { ar } from './ar.ts';
import { en, type TextKey, type Texts } from './en.ts';
import { fr } from './fr.ts';

/** The texts of each language. */
export const TEXTS: Readonly<Record<ApplicantLanguage, Texts>> = { en, fr, ar };
/** The languages to choose from, each in its own words. */
export const LANGUAGE_NAMES: Readonly<Record<ApplicantLanguage, string>> = {
  en: 'English',
  fr: 'Français',
  ar: 'العربية',
};

export const language = signal<ApplicantLanguage>('en');

/** Returns the page's language that the browser prefers; English if it prefers none of them. */
export function preferredLanguage(preferred: readonly string[]): ApplicantLanguage {
  const wanted = preferred.map((tag) => tag.split('-')[0]);
  return wanted.map((one) => APPLICANT_LANGUAGES.find((known) => known === one)).find((known) => known) ?? 'en';
}

/** Returns the text of a key in the chosen language, with its `{places}` filled in. */
export function t(key: TextKey, values: Readonly<Record<string, string | number>> = {}): string {
  return TEXTS[language.value][key].replaceAll(/\{(\w+)\}/g, (place, name: string) => shown(values[name] ?? place));
}

/** Returns the text of a key that is made from a code; the text of `group.other` if the code has none. */
export function codeText(group: 'ended' | 'guide' | 'problem' | 'reason', code: string): string {
  const key = `${group}.${code}`;
  return t(Object.hasOwn(en, key) ? (key as TextKey) : (`${group}.other` as TextKey));
}

function shown(value: string | number): string {
  return typeof value === 'number' ? new Intl.NumberFormat(language.value).format(value) : value;
}
