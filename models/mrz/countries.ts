import countries from 'i18n-iso-countries';

/** Codes of ICAO Doc 9303 part 3, section 5, that ISO 3166-1 alpha-3 lacks but that name a country. */
const SPECIAL: Record<string, string> = {
  D: 'DE',
  GBD: 'GB',
  GBN: 'GB',
  GBO: 'GB',
  GBP: 'GB',
  GBS: 'GB',
  RKS: 'XK',
  ROM: 'RO',
  EUE: 'EU',
  UNO: 'UN',
  UNA: 'UN',
};

/**
 * The zone's code of a state as ISO 3166-1 alpha-2. What names no country (`UTO` of the specimens, `XXA` stateless,
 * organisations) stays as given; fillers are dropped.
 */
export function countryOf(code: string): string {
  const bare = code.replaceAll('<', '');
  return SPECIAL[bare] ?? countries.alpha3ToAlpha2(bare) ?? bare;
}
