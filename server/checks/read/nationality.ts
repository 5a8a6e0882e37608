import countries from 'i18n-iso-countries/index.js';
import german from 'i18n-iso-countries/langs/de.json' with { type: 'json' };
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import spanish from 'i18n-iso-countries/langs/es.json' with { type: 'json' };
import french from 'i18n-iso-countries/langs/fr.json' with { type: 'json' };
import italian from 'i18n-iso-countries/langs/it.json' with { type: 'json' };
import portuguese from 'i18n-iso-countries/langs/pt.json' with { type: 'json' };
import { countryCode } from '../nationality.ts';
import { fold } from './fold.ts';
import { scriptCountry } from './script-words.ts';

/** Beginnings of nationalities as documents print them, folded, in English, French, German, Spanish, Italian, Portuguese. */
const STEMS: Record<string, readonly string[]> = {
  AT: ['austria', 'autrichien', 'osterreich', 'austriac'],
  BE: ['belg'],
  BJ: ['beninois', 'beninese'],
  BR: ['brazilian', 'bresilien', 'brasileir', 'brasilian', 'brasilen'],
  CA: ['canadian', 'canadien'],
  CH: ['swiss', 'suisse', 'schweiz', 'svizzer', 'suiz', 'suic'],
  CI: ['ivoirien', 'ivorian'],
  CM: ['camerounais', 'cameroonian'],
  DE: ['german', 'allemand', 'deutsch', 'aleman', 'tedesc'],
  DZ: ['algerian', 'algerien'],
  ES: ['spanish', 'espagnol', 'espanol', 'spanisch', 'spagnol', 'espanhol'],
  FR: ['french', 'francais', 'francaise', 'franzosisch', 'frances', 'franzos'],
  GA: ['gabonais', 'gabonese'],
  GB: ['british', 'britannique', 'britisch'],
  IE: ['irish', 'irlandais'],
  IT: ['italian', 'italien', 'italiano', 'italiana'],
  LU: ['luxembourg'],
  MA: ['moroccan', 'marocain'],
  ML: ['malian', 'malien'],
  NL: ['dutch', 'neerlandais', 'nederland'],
  PL: ['polish', 'polonais', 'polnisch'],
  PT: ['portug'],
  RO: ['romanian', 'roumain'],
  SN: ['senegal'],
  TG: ['togolais', 'togolese'],
  TN: ['tunisian', 'tunisien'],
  US: ['american', 'united states', 'americain'],
};

/** The code of each country by its names in small letters. If two countries share a name, the first one's. */
const CODE_BY_NAME = new Map(
  [english, french, german, spanish, italian, portuguese]
    .flatMap(({ countries }) => Object.entries<string | string[]>(countries))
    .flatMap(([code, names]) => [names].flat().map((name) => [name.toLowerCase(), code] as const))
    .reverse(),
);

/** Returns a printed nationality or country as ISO 3166-1 alpha-2 if it is known, otherwise as printed. Null if it is not a name. */
export function readCountry(text: string): string | null {
  const bare = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  // The state's own word, followed by its ICAO code.
  const behind = /(?:\p{L}{4}|\p{Script=Han}{2}).*\/ ?([A-Z]{3})$/u.exec(bare)?.[1];
  const icao = behind && countryCode(behind);
  if (icao) return icao;
  if (!/^\p{L}[\p{L}\s'’/.-]{1,40}$/u.test(bare)) return bare.toUpperCase() === 'D' ? 'DE' : null;
  const folded = fold(bare);
  if (folded.startsWith('national') || folded.startsWith('nacional')) return null;
  const stem =
    scriptCountry(folded) ??
    Object.entries(STEMS).find(([, stems]) => stems.some((start) => folded.startsWith(start)))?.[0];
  const named = CODE_BY_NAME.get(bare.toLowerCase());
  const code = /^[A-Z]{2,3}$/.test(bare) ? countryCode(bare) : null;
  return code ?? stem ?? named ?? (isProperName(bare) ? bare : null);
}

/** An unknown name: capitals at the start of each word, one of three letters or more. `F/F` is none. */
function isProperName(text: string): boolean {
  const words = text.split(/[\s/-]+/);
  return words.every((word) => /^\p{Lu}/u.test(word)) && words.some((word) => /^\p{L}{3}/u.test(word));
}

/** Names with fewer letters are also words for other things. */
const NAME_LETTERS_MIN = 4;

/** The code of each state by its folded names: those of `CODE_BY_NAME`, and the one in its own language. The first call creates it. */
let namesOfStates: ReadonlyMap<string, string> | null = null;

function makeNamesOfStates(): ReadonlyMap<string, string> {
  const own = Object.keys(countries.getAlpha2Codes()).map((code) => {
    const { language } = new Intl.Locale(`und-${code}`).maximize();
    return [fold(new Intl.DisplayNames([language], { type: 'region' }).of(code) ?? ''), code] as const;
  });
  const known = [...CODE_BY_NAME].map(([name, code]) => [fold(name), code] as const);
  return new Map([...own, ...known].filter(([name]) => name.length >= NAME_LETTERS_MIN));
}

/**
 * Returns the states that a title names (`REPUBLIKA HRVATSKA`, `RÉPUBLIQUE FRANÇAISE`), by ISO 3166-1 alpha-2, each once. Of
 * names in one place, it takes the longest.
 */
export function countriesNamed(title: string): string[] {
  namesOfStates ??= makeNamesOfStates();
  const folded = ` ${fold(title)} `;
  const names = [...namesOfStates].filter(([name]) => folded.includes(` ${name} `));
  const longest = names.filter(([name]) => !names.some(([other]) => other !== name && other.includes(name)));
  const words = folded.trim().split(' ');
  const adjectives = Object.entries(STEMS).filter(([, stems]) =>
    words.some((word) => stems.some((stem) => stem.length > NAME_LETTERS_MIN && word.startsWith(stem))),
  );
  const own = words.flatMap((_, from) => scriptCountry(words.slice(from).join(' ')) ?? []);
  return [...new Set([...longest.map(([, code]) => code), ...adjectives.map(([code]) => code), ...own])];
}
