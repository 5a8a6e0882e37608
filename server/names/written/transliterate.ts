import { CYRILLIC_EXCEPTIONS, CYRILLIC_LETTERS, type CyrillicException } from './cyrillic.ts';
import { GREEK_LETTERS } from './greek.ts';

/**
 * Returns a name in Latin capitals, as its issuer's passports write it: Cyrillic by ICAO Doc 9303 part 3 section 6 B, Greek by
 * ELOT 743. Null if it has a letter that neither table has: there is no other table here that passports follow.
 *
 * @param country the issuer, ISO 3166-1 alpha-2; undefined: letters that only one language has decide, otherwise the general rule applies
 */
export function transliterate(name: string, country?: string): string | null {
  const written = name.normalize('NFC').toLowerCase();
  const letters = written.match(/\p{L}/gu) ?? [];
  if (letters.length === 0) return null;
  if (letters.every((letter) => CYRILLIC_LETTERS[letter] !== undefined)) return inLatin(written, country);
  if (!letters.every((letter) => /\p{Script=Greek}/u.test(letter))) return null;
  const greek = withoutAccents(written);
  const isKnown = [...greek].every(
    (letter) => !/\p{Script=Greek}/u.test(letter) || GREEK_LETTERS[letter] !== undefined,
  );
  return isKnown ? greek.replace(/\p{L}+/gu, greekWord).toUpperCase() : null;
}

function inLatin(written: string, country: string | undefined): string {
  const exceptions =
    CYRILLIC_EXCEPTIONS.find(({ countries }) => country !== undefined && countries.includes(country)) ??
    CYRILLIC_EXCEPTIONS.find(({ tell }) => tell?.test(written));
  return written.replace(/[\p{L}'’]+/gu, (word) => cyrillicWord(word, exceptions)).toUpperCase();
}

function cyrillicWord(word: string, exceptions: CyrillicException | undefined): string {
  const letters = [...word.replace(/['’]/g, '')];
  const latin = letters.map(
    (letter, i) =>
      (i === 0 ? exceptions?.first?.[letter] : undefined) ??
      exceptions?.letters[letter] ??
      CYRILLIC_LETTERS[letter]?.icao[0],
  );
  return latin.join('');
}

/** Marks show where υ is a separate letter, which is written y: it has a diaeresis, or the vowel before it has the accent. */
function withoutAccents(written: string): string {
  const apart = written.normalize('NFD').replace(/υ\u0301?\u0308\u0301?/gu, 'y');
  return apart.replace(/(?<=[αεηο]\u0301)υ/gu, 'y').replace(/\p{M}/gu, '');
}

/** `μπ` is b if a word begins or ends with it, and υ after a vowel is f before a voiceless letter and at the end. */
function greekWord(word: string): string {
  return word
    .replace(/(?<=[αεη])υ(?=[θκξπσςτφχψ]|$)/gu, 'f')
    .replace(/(?<=\p{L})μπ(?=\p{L})/gu, 'mp')
    .replace(/γγ|γξ|γχ|αυ|ευ|ηυ|ου|μπ|\p{Script=Greek}/gu, (letters) => GREEK_LETTERS[letters]?.icao[0] ?? '');
}
