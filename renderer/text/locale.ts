import { signal } from '@preact/signals';

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

/** What newer browsers tell of a region; elsewhere the functions are absent. */
type Region = Intl.Locale & { getTimeZones?: () => string[] | undefined; getHourCycles?: () => string[] };

/**
 * The BCP 47 tag of a language as it is written where the person is: the first of the person's own tags of that language with a region, or
 * else the language with the region of the first that has one ("en" for somebody with "de-DE": `en-DE`).
 *
 * @param languages tags of the person, the one they like most first
 */
export function tagOf(language: string, languages: readonly string[]): string {
  const known = languages.map((tag) => new Intl.Locale(tag)).filter(({ region }) => region !== undefined);
  const own = known.find((tag) => tag.language === language) ?? known[0];
  return own ? `${language}-${own.region}` : language;
}

const cycles = new Map<string, HourCycle | null>();

/**
 * How hours are counted in the country of a time zone, by CLDR; null for a zone of no country, such as UTC.
 *
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

/** ISO 3166-1 alpha-2, and Kosovo's. */
const CODES =
  'ADAEAFAGAIALAMAOAQARASATAUAWAXAZBABBBDBEBFBGBHBIBJBLBMBNBOBQBRBSBTBVBWBYBZCACCCDCFCGCHCICKCLCMCNCOCRCUCVCWCXCYCZDEDJDKDMDODZECEEEGEHERESETFIFJFKFMFOFRGAGBGDGEGFGGGHGIGLGMGNGPGQGRGSGTGUGWGYHKHMHNHRHTHUIDIEILIMINIOIQIRISITJEJMJOJPKEKGKHKIKMKNKPKRKWKYKZLALBLCLILKLRLSLTLULVLYMAMCMDMEMFMGMHMKMLMMMNMOMPMQMRMSMTMUMVMWMXMYMZNANCNENFNGNINLNONPNRNUNZOMPAPEPFPGPHPKPLPMPNPRPSPTPWPYQARERORSRURWSASBSCSDSESGSHSISJSKSLSMSNSOSRSSSTSVSXSYSZTCTDTFTGTHTJTKTLTMTNTOTRTTTVTWTZUAUGUMUSUYUZVAVCVEVGVIVNVUWFWSYEYTZAZMZW';

export const COUNTRY_CODES: readonly string[] = [...(CODES.match(/../g) ?? []), 'XK'];
