import type { RiskTables } from './risk-tables.ts';

type Sector = RiskTables['sectors'][number];

/** NACE and SIC codes at the beginning of a text: `92.00`, `62012 - Software`, `64.19Z`. Two digits alone are just a number. */
const CODE = /^\s*(\d{2}(?:\.\d{1,2}(?:\.?\d)?|\d{1,3}))\s*[A-Z]?(?![\p{L}\d])/u;

/**
 * Returns the sectors that a company is in, from the words and codes of its business, as submitted and as registers have it.
 * @param country the country whose codes they are
 */
export function findSectors(activities: readonly string[], country: string, tables: RiskTables): Sector[] {
  const texts = activities.map(wordsOf);
  const codes = activities.flatMap((activity) => CODE.exec(activity)?.[1]?.replaceAll('.', '') ?? []);
  const ofCountry = (sector: Sector): readonly string[] => {
    if (tables.nace_countries.includes(country)) return sector.nace;
    return country === 'US' ? sector.us_sic : [];
  };
  return tables.sectors.filter(
    (sector) =>
      ofCountry(sector).some((code) => codes.some((found) => found.startsWith(code.replaceAll('.', '')))) ||
      sector.words.some((phrase) => texts.some((text) => holdsPhrase(text, phrase))),
  );
}

function holdsPhrase(text: readonly string[], phrase: string): boolean {
  const isOpen = phrase.endsWith('*');
  const words = wordsOf(phrase);
  const last = words.length - 1;
  return (
    words.length > 0 &&
    text.some((_, at) =>
      words.every((word, index) => {
        const found = text[at + index];
        return isOpen && index === last ? found?.startsWith(word) : found === word;
      }),
    )
  );
}

/** Returns words in small letters without accents. German umlauts become two letters. */
function wordsOf(text: string): string[] {
  const spelt = text
    .toLowerCase()
    .normalize('NFC')
    .replace(/[äöü]/g, (letter) => UMLAUTS[letter] ?? letter);
  return (
    spelt
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };
