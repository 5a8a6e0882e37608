import { signal } from '@preact/signals';
import { COUNTRY_CODES } from './country-codes.ts';

/** `x-rtl` tests the layout: English with longer words, written from right to left. Only `?lang=x-rtl` chooses it. */
const LOCALES = ['en', 'fr', 'x-rtl'] as const;
/** The languages to choose from, each in its own words. */
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

/** Returns the BCP 47 tag for formatting dates and numbers: the chosen language as written in the user's region. */
export const formatTag = (): string =>
  locale.value === 'x-rtl' ? 'ar-EG' : tagOf(locale.value, navigator.languages ?? [navigator.language]);

/** Returns the hour cycle in the machine's time zone; null: the language's default. */
export const hourCycle = (): HourCycle | null => hourCycleOfZone(Intl.DateTimeFormat().resolvedOptions().timeZone);

/** Returns the value of `<html lang>`. */
export const localeTag = (): string => (locale.value === 'x-rtl' ? 'en-x-rtl' : locale.value);

export const textDirection = (): 'ltr' | 'rtl' => (locale.value === 'x-rtl' ? 'rtl' : 'ltr');

function readLocale(): Locale {
  const asked = new URLSearchParams(location.search).get('lang') ?? localStorage.getItem(KEY);
  const known = LOCALES.find((name) => name === asked);
  return known ?? (navigator.language.startsWith('fr') ? 'fr' : 'en');
}

/** Newer browsers have these functions for a region; in others they are missing. */
type Region = Intl.Locale & { getTimeZones?: () => string[] | undefined; getHourCycles?: () => string[] };

/**
 * Returns the BCP 47 tag of a language as written in the user's region: the first of the user's own tags of that language with a region; otherwise
 * the language with the region of the first tag that has one ("en" for a user with "de-DE": `en-DE`).
 * @param languages tags of the user, the preferred one first
 */
export function tagOf(language: string, languages: readonly string[]): string {
  const known = languages.map((tag) => new Intl.Locale(tag)).filter(({ region }) => region !== undefined);
  const own = known.find((tag) => tag.language === language) ?? known[0];
  return own ? `${language}-${own.region}` : language;
}

const cycles = new Map<string, HourCycle | null>();

/**
 * Returns the hour cycle of a time zone's country, by CLDR; null for a zone without a country, such as UTC.
 * @param zone IANA name, such as `Europe/Paris`
 */
export function hourCycleOfZone(zone: string): HourCycle | null {
  const known = cycles.get(zone);
  if (known !== undefined) return known;
  const country = COUNTRY_CODES.map((code): Region => new Intl.Locale(`und-${code}`)).find((region) =>
    region.getTimeZones?.()?.includes(zone),
  );
  const cycle = (country?.getHourCycles?.()[0] ?? null) as HourCycle | null;
  cycles.set(zone, cycle);
  return cycle;
}
