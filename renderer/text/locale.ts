import { signal } from '@preact/signals';
import { hourCycleOfZone, tagOf } from './region.ts';

/** `x-rtl` proves the layout: English with longer words, written from right to left. It is chosen by `?lang=x-rtl` alone. */
const LOCALES = ['en', 'fr', 'x-rtl'] as const;
/** Those that can be chosen, each in its own words. */
export const LANGUAGES: readonly (readonly [Locale, string])[] = [
  ['en', 'English'],
  ['fr', 'Français'],
];
type HourCycle = NonNullable<Intl.DateTimeFormatOptions['hourCycle']>;
export type Locale = (typeof LOCALES)[number];

const KEY = 'custos.locale';

export const locale = signal<Locale>(readLocale());

export function chooseLocale(chosen: Locale): void {
  locale.value = chosen;
  localStorage.setItem(KEY, chosen);
}

/** The BCP 47 tag by which dates and numbers are formatted: the chosen language, as it is written where the person is. */
export const formatTag = (): string =>
  locale.value === 'x-rtl' ? 'ar-EG' : tagOf(locale.value, navigator.languages ?? [navigator.language]);

/** How the hours are counted where the machine stands, by its time zone; null: as it is usual in the language. */
export const hourCycle = (): HourCycle | null => hourCycleOfZone(Intl.DateTimeFormat().resolvedOptions().timeZone);

/** What `<html lang>` says. */
export const localeTag = (): string => (locale.value === 'x-rtl' ? 'en-x-rtl' : locale.value);

export const textDirection = (): 'ltr' | 'rtl' => (locale.value === 'x-rtl' ? 'rtl' : 'ltr');

function readLocale(): Locale {
  const asked = new URLSearchParams(location.search).get('lang') ?? localStorage.getItem(KEY);
  const known = LOCALES.find((name) => name === asked);
  return known ?? (navigator.language.startsWith('fr') ? 'fr' : 'en');
}
