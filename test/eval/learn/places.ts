import { isLatin } from '../../../server/screening/match/name-factor.ts';
import type { NamedPerson } from './people.ts';

/** One or more for each script whose letters are learnt, but for Han, which names countries by their sense. */
const LOCALES =
  'ar fa ur he ja ko hi mr ne ta ml te kn bn pa gu si th lo km my el ka hy ru uk bg mk sr be kk ky mn am'.split(' ');
const LATIN_LOCALES = ['en', 'fr', 'de', 'es'];
const ALPHABET = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/**
 * Countries and territories as the tables of Unicode (CLDR, which Node brings along) write them in other scripts and in
 * Latin letters: names that are written by their sound in every script, also in those that few people's names are known in.
 * In the form of people, since the same is learnt of both.
 */
export function readPlaces(): NamedPerson[] {
  const namesIn = (locales: readonly string[]): Intl.DisplayNames[] =>
    locales.map((locale) => new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' }));
  const [others, latins] = [namesIn(LOCALES), namesIn(LATIN_LOCALES)];
  return ALPHABET.flatMap((first) => ALPHABET.map((second) => first + second)).flatMap((code) => {
    const latin = [...new Set(latins.flatMap((names) => names.of(code) ?? []))].filter(isLatin);
    const other = [...new Set(others.flatMap((names) => names.of(code) ?? []))].filter((name) => !isLatin(name));
    return latin.length === 0 ? [] : [{ id: `place ${code}`, latin, other }];
  });
}
