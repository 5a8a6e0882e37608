import { isLatin } from '../../../server/screening/match/name-factor.ts';
import type { NamedPerson } from './people.ts';

/** One or more locales for each script whose letters are learnt, except Han, which writes names of countries by meaning. */
const LOCALES =
  'ar fa ur he ja ko hi mr ne ta ml te kn bn pa gu si th lo km my el ka hy ru uk bg mk sr be kk ky mn am'.split(' ');
const LATIN_LOCALES = ['en', 'fr', 'de', 'es'];
const ALPHABET = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/**
 * Countries and territories as Unicode's tables (CLDR, included in Node) write them in other scripts and in Latin letters. Every script writes these
 * names by their sound, even scripts for which few names of people are known. They have the form of people because the same is learnt from both.
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
