/**
 * ICAO Doc 9303 part 3 (8th edition, 2021), section 6 A: how an MRZ writes Latin letters that are not A to Z, in small letters,
 * the recommended way first. `also`: spellings found on passports and tickets that are not in the table. Letters that only lose
 * their accent are left out, because Unicode decomposes them.
 */
export const LATIN_LETTERS: Readonly<Record<string, { icao: readonly string[]; also?: readonly string[] }>> = {
  ä: { icao: ['ae', 'a'] },
  å: { icao: ['aa'], also: ['a'] },
  æ: { icao: ['ae'], also: ['a'] },
  đ: { icao: ['d'], also: ['dj'] },
  ð: { icao: ['d'] },
  ħ: { icao: ['h'] },
  ı: { icao: ['i'] },
  ĳ: { icao: ['ij'], also: ['y'] },
  ŀ: { icao: ['l'] },
  ł: { icao: ['l'] },
  ñ: { icao: ['n', 'nxx'] },
  ŋ: { icao: ['n'], also: ['ng'] },
  ö: { icao: ['oe', 'o'] },
  ø: { icao: ['oe'], also: ['o'] },
  œ: { icao: ['oe'], also: ['o'] },
  ß: { icao: ['ss'], also: ['s'] },
  ŧ: { icao: ['t'] },
  þ: { icao: ['th'] },
  ü: { icao: ['ue', 'uxx', 'u'] },
};
