import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { seededRandom } from '../../support/random.ts';

/** A word of a name in Latin letters, and in its country's script if a table has it. */
export interface NamePart {
  latin: string;
  local: string;
}

/** The words for generated names. */
export interface NameTables {
  source: string;
  given: string[];
  surnames: string[];
  /** The most common given names and surnames of each country. */
  countries: { given: NamePart[]; surnames: NamePart[] }[];
}

const [MADE_GIVEN, MADE_SURNAMES, MADE_COUNTRIES, MADE_COMMON] = [20_000, 88_000, 60, 40];

/** The name tables of a corpus folder (`names/*.gz`), or generated ones of about the same size without a folder. */
export function loadTables(corpus: string | undefined): NameTables {
  if (!corpus) return makeTables();
  const folder = join(corpus, 'names');
  if (!existsSync(folder)) throw new Error(`${folder} does not exist: give a corpus folder with names/, or none.`);
  const lines = (file: string) =>
    read(join(folder, file))
      .split(/\r?\n/)
      .map((line) => line.replace(/\s*\(.*/, ''))
      .filter(Boolean);
  return {
    source: 'name tables of the corpus',
    given: shuffle(lines('firstnames_all.txt.gz')),
    surnames: shuffle(lines('surnames_all.txt.gz')),
    countries: readCountries(folder),
  };
}

function read(path: string): string {
  return gunzipSync(readFileSync(path))
    .toString('utf8')
    .replace(/^\ufeff/, '');
}

function readCountries(folder: string): NameTables['countries'] {
  const given = groupByCountry(read(join(folder, 'forenames_by_country.csv.gz')));
  const surnames = groupByCountry(read(join(folder, 'surnames_by_country.csv.gz')));
  return [...surnames].flatMap(([country, parts]) => {
    const own = given.get(country);
    return own ? [{ given: own, surnames: parts }] : [];
  });
}

function groupByCountry(csv: string): Map<string, NamePart[]> {
  const rows: Record<string, string>[] = parse(csv, { columns: true, relax_column_count: true });
  const groups = new Map<string, NamePart[]>();
  for (const row of rows) {
    const part = { latin: row['Romanized Name'] ?? '', local: row['Localized Name'] ?? '' };
    if (part.latin === '' || part.local === '') continue;
    const country = row['Country'] ?? '';
    groups.set(country, [...(groups.get(country) ?? []), part]);
  }
  return groups;
}

/** Tables are in alphabetical order; the first letter must not decide which names are common. */
function shuffle(words: string[]): string[] {
  const random = seededRandom(1);
  for (let i = words.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [words[i], words[j]] = [words[j] as string, words[i] as string];
  }
  return words;
}

const ONSETS = 'b br ch d dr f g gr h j k kh kr l m n p r s sh st t tr v w y z'.split(' ');
const VOWELS = 'a a a e e i i o o u ai ou ei'.split(' ');
const CODAS = ['', '', '', 'n', 'r', 's', 'l', 'm', 't', 'k', 'v', 'ng', 'sh', 'rt'];

function makeTables(): NameTables {
  const random = seededRandom(2);
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] as string;
  const word = (syllables: number) => {
    let text = '';
    for (let i = 0; i < syllables; i++) text += pick(ONSETS) + pick(VOWELS) + (i === syllables - 1 ? pick(CODAS) : '');
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  };
  const words = (count: number) => Array.from({ length: count }, () => word(2 + Math.floor(random() * 2.4)));
  const [given, surnames] = [words(MADE_GIVEN), words(MADE_SURNAMES)];
  const common = (from: readonly string[]) =>
    Array.from({ length: MADE_COMMON }, () => pick(from)).map((latin) => ({ latin, local: toCyrillic(latin) }));
  const countries = Array.from({ length: MADE_COUNTRIES }, () => ({
    given: common(given),
    surnames: common(surnames),
  }));
  return { source: 'made syllables', given, surnames, countries };
}

const CYRILLIC: Record<string, string> = {
  ch: 'ч',
  kh: 'х',
  sh: 'ш',
  a: 'а',
  b: 'б',
  d: 'д',
  e: 'е',
  f: 'ф',
  g: 'г',
  h: 'х',
};
const MORE = 'i и j дж k к l л m м n н o о p п r р s с t т u у v в w в y й z з c к'.split(' ');
for (let i = 0; i < MORE.length; i += 2) CYRILLIC[MORE[i] as string] = MORE[i + 1] as string;

function toCyrillic(latin: string): string {
  return latin.toLowerCase().replace(/ch|kh|sh|[a-z]/g, (letters) => CYRILLIC[letters] ?? letters);
}
