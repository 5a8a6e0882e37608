import countries from 'i18n-iso-countries/index.js';

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
 * Returns a state's MRZ code as ISO 3166-1 alpha-2. A code of no country (`UTO` of the specimens, `XXA` stateless,
 * organisations) stays as it is; fillers are dropped.
 */
export function countryOf(code: string): string {
  const bare = code.replaceAll('<', '');
  return SPECIAL[bare] ?? countries.alpha3ToAlpha2(bare) ?? bare;
}

/**
 * Codes of the same section that name no country (organisations, persons without one), and those of specimens and of
 * well-known issuers that states accept.
 */
const NO_COUNTRY = 'GBN XBA XIM XCC XCE XCO XDC XEC XPO XES XMP XOM XDC UNK XXA XXB XXC XXX XCT EUE IAO UTO'.split(' ');
const STATE_CODES: ReadonlySet<string> = new Set([
  ...Object.keys(countries.getAlpha3Codes()),
  ...Object.keys(SPECIAL),
  ...NO_COUNTRY,
]);

/** Returns every code of a state in an MRZ, with its fillers: three characters. */
export function stateCodes(): string[] {
  return [...STATE_CODES].map((code) => code.padEnd(3, '<'));
}
