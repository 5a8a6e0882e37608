type HourCycle = NonNullable<Intl.DateTimeFormatOptions['hourCycle']>;

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
