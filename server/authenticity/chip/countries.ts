import countries from 'i18n-iso-countries/index.js';

/** Places whose documents name the state, and whose signers may name the place. */
const OF_STATE: Readonly<Record<string, string>> = { HK: 'CN', MO: 'CN' };

/**
 * Returns whether the state in a document's MRZ and the country of its signer are the same, both in ISO 3166-1 alpha-2. null: one of them is unknown or no
 * country, such as an organisation or the state of a specimen.
 */
export function countriesAgree(issuing: string | null, signer: string | null): boolean | null {
  if (!issuing || !signer || !countries.isValid(issuing) || !countries.isValid(signer)) return null;
  return (OF_STATE[issuing] ?? issuing) === (OF_STATE[signer] ?? signer);
}
