import countries from 'i18n-iso-countries/index.js';

/**
 * Returns a country printed as a code in ISO 3166-1 alpha-2, or null if it is no such code. It accepts two letters, three
 * letters, or the single D of German documents (ICAO Doc 9303 part 3, section 5).
 */
export function countryCode(text: string): string | null {
  const code = text.trim().toUpperCase();
  if (code === 'D') return 'DE';
  if (code.length === 2) return countries.isValid(code) ? code : null;
  return code.length === 3 ? (countries.alpha3ToAlpha2(code) ?? null) : null;
}
