import countries from 'i18n-iso-countries/index.js';

/**
 * A country as a document names it, as ISO 3166-1 alpha-2, or null where it is no such code: two letters, three letters,
 * or the single D that German documents carry (ICAO Doc 9303 part 3, section 5).
 */
export function countryCode(text: string): string | null {
  const code = text.trim().toUpperCase();
  if (code === 'D') return 'DE';
  if (code.length === 2) return countries.isValid(code) ? code : null;
  return code.length === 3 ? (countries.alpha3ToAlpha2(code) ?? null) : null;
}
