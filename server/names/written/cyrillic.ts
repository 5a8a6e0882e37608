/**
 * Cyrillic letters in small Latin ones. `icao`: ICAO Doc 9303 part 3 (8th edition, 2021), section 6 B, first the general rule,
 * then the exceptions of Belarusian, Bulgarian, Macedonian, Serbian and Ukrainian. It holds all of them, because a name does not
 * show its language. `also`: what BGN/PCGN, ISO 9 without accents, GOST R 52535 and French or German usage write instead. An
 * empty text: the letter may be left out. Pairs are endings that are often written as one letter.
 */
export const CYRILLIC_LETTERS: Readonly<Record<string, { icao: readonly string[]; also?: readonly string[] }>> = {
  ий: { icao: ['ii', 'iy', 'yi', 'yy'], also: ['ij', 'yj', 'i', 'y'] },
  ій: { icao: ['ii', 'iy'], also: ['yi', 'yy', 'ij', 'yj', 'i', 'y'] },
  ый: { icao: ['yi', 'yy'], also: ['ii', 'iy', 'ij', 'yj', 'i', 'y'] },
  а: { icao: ['a'] },
  б: { icao: ['b'] },
  в: { icao: ['v'], also: ['w'] },
  г: { icao: ['g', 'h'], also: ['gh'] },
  ґ: { icao: ['g'] },
  ѓ: { icao: ['g', 'gj'] },
  д: { icao: ['d'] },
  ђ: { icao: ['d'], also: ['dj'] },
  е: { icao: ['e'], also: ['ye', 'ie', 'je'] },
  ё: { icao: ['e', 'io'], also: ['yo', 'jo', 'ye', 'o'] },
  є: { icao: ['ie', 'ye'], also: ['je', 'e'] },
  ж: { icao: ['zh', 'z'], also: ['j', 'sch', 'g'] },
  з: { icao: ['z'], also: ['s'] },
  ѕ: { icao: ['dz'] },
  и: { icao: ['i', 'y'] },
  і: { icao: ['i'], also: ['y'] },
  ї: { icao: ['i', 'yi'], also: ['ji'] },
  й: { icao: ['i', 'y'], also: ['j'] },
  ј: { icao: ['j'], also: ['y'] },
  к: { icao: ['k'], also: ['c'] },
  ќ: { icao: ['k', 'kj'] },
  л: { icao: ['l'] },
  љ: { icao: ['lj'] },
  м: { icao: ['m'] },
  н: { icao: ['n'] },
  њ: { icao: ['nj'] },
  о: { icao: ['o'] },
  п: { icao: ['p'] },
  р: { icao: ['r'] },
  с: { icao: ['s'], also: ['ss'] },
  т: { icao: ['t'] },
  ћ: { icao: ['c'] },
  у: { icao: ['u'], also: ['ou'] },
  ў: { icao: ['u'], also: ['w'] },
  ф: { icao: ['f'], also: ['ph'] },
  х: { icao: ['kh', 'h'], also: ['ch', 'x'] },
  ц: { icao: ['ts', 'c'], also: ['tc', 'tz', 'cz'] },
  ч: { icao: ['ch', 'c'], also: ['tch', 'tsch', 'tj'] },
  џ: { icao: ['dz', 'dj'] },
  ш: { icao: ['sh', 's'], also: ['sch', 'ch'] },
  щ: { icao: ['shch', 'sht'], also: ['sch', 'stch', 'shh', 'schtsch', 'chtch'] },
  ъ: { icao: ['ie'], also: ['a', 'u', 'y', ''] },
  ы: { icao: ['y'], also: ['i'] },
  ь: { icao: [''], also: ['i', 'y', 'j'] },
  э: { icao: ['e'] },
  ю: { icao: ['iu', 'yu'], also: ['ju', 'u', 'you'] },
  я: { icao: ['ia', 'ya'], also: ['ja', 'a'] },
  ѫ: { icao: ['u'] },
  ѵ: { icao: ['y'] },
};

/** What one language writes instead of the general rule, and at the beginning of a word. `tell`: letters that only this language has. */
export interface CyrillicException {
  /** The countries whose passports follow it, ISO 3166-1 alpha-2. */
  countries: readonly string[];
  tell?: RegExp;
  letters: Readonly<Record<string, string>>;
  first?: Readonly<Record<string, string>>;
}

/** The exceptions of the same table. */
export const CYRILLIC_EXCEPTIONS: readonly CyrillicException[] = [
  { countries: ['MK'], tell: /[ѓќѕ]/u, letters: { ѓ: 'gj', ќ: 'kj', х: 'h', ц: 'c', џ: 'dj' } },
  { countries: ['RS', 'ME', 'BA'], tell: /[ђћљњџј]/u, letters: { ж: 'z', х: 'h', ц: 'c', ч: 'c', ш: 's' } },
  { countries: ['BY'], tell: /ў|і.*[ыэё]|[ыэё].*і/u, letters: { г: 'h', ё: 'io' } },
  {
    countries: ['UA'],
    tell: /[ґєії]/u,
    letters: { г: 'h', и: 'y' },
    first: { є: 'ye', ї: 'yi', й: 'y', ю: 'yu', я: 'ya' },
  },
  { countries: ['BG'], letters: { щ: 'sht' } },
];
