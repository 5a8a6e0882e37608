/** ISO 3166-1 alpha-2, and Kosovo's. */
const CODES =
  'ADAEAFAGAIALAMAOAQARASATAUAWAXAZBABBBDBEBFBGBHBIBJBLBMBNBOBQBRBSBTBVBWBYBZCACCCDCFCGCHCICKCLCMCNCOCRCUCVCWCXCYCZDEDJDKDMDODZECEEEGEHERESETFIFJFKFMFOFRGAGBGDGEGFGGGHGIGLGMGNGPGQGRGSGTGUGWGYHKHMHNHRHTHUIDIEILIMINIOIQIRISITJEJMJOJPKEKGKHKIKMKNKPKRKWKYKZLALBLCLILKLRLSLTLULVLYMAMCMDMEMFMGMHMKMLMMMNMOMPMQMRMSMTMUMVMWMXMYMZNANCNENFNGNINLNONPNRNUNZOMPAPEPFPGPHPKPLPMPNPRPSPTPWPYQARERORSRURWSASBSCSDSESGSHSISJSKSLSMSNSOSRSSSTSVSXSYSZTCTDTFTGTHTJTKTLTMTNTOTRTTTVTWTZUAUGUMUSUYUZVAVCVEVGVIVNVUWFWSYEYTZAZMZW';

export const COUNTRY_CODES: readonly string[] = [...(CODES.match(/../g) ?? []), 'XK'];

/** Parses country codes separated by spaces, line breaks, commas or semicolons. */
export const countriesTyped = (text: string): string[] => [...new Set(wordsOf(text.toUpperCase()))];

/** Returns the words of such a text that are not a country code, as typed. */
export const unknownCountries = (text: string): string[] => [
  ...new Set(wordsOf(text).filter((word) => !COUNTRY_CODES.includes(word.toUpperCase()))),
];

const wordsOf = (text: string): string[] => text.split(/[\s,;]+/).filter((word) => word !== '');
