import { toAscii } from '../../lib/text.ts';

/** The value of a character that ends a word. */
export const GAP = ' ';
const TABLE_SIZE = 0x2070;
/**
 * Letters with a second common spelling: the German, Nordic and Estonian vowels as passports have them (ICAO 9303-3, table 4, its
 * second choice), the Slavic, Baltic, Romanian and Turkish hushing sounds as English ones.
 */
const OTHER_SPELLINGS: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ø: 'oe',
  å: 'aa',
  č: 'ch',
  ç: 'ch',
  ć: 'ch',
  š: 'sh',
  ş: 'sh',
  ș: 'sh',
  ś: 'sh',
  ž: 'zh',
  ż: 'zh',
  đ: 'dj',
  ţ: 'ts',
  ț: 'ts',
  ə: 'a',
  ģ: 'gh',
};
const DROPPED = /[\p{M}\p{Cf}'\u0060\u00b4\u02b9-\u02bf\u02c8\u2018\u2019\u201b\u2032]/u;

/** The letters and digits for a code unit, '' if it is dropped, a gap, or undefined if it is not Latin. */
const plain: (string | undefined)[] = [];
const other: (string | undefined)[] = [];
for (let code = 0; code < TABLE_SIZE; code++) {
  plain.push(readCharacter(String.fromCharCode(code), code));
  other.push(OTHER_SPELLINGS[String.fromCharCode(code).toLowerCase()]);
}

function readCharacter(character: string, code: number): string | undefined {
  if (code >= 0x300 && code < 0x1e00) return undefined;
  if (DROPPED.test(character)) return '';
  if (!/[\p{L}\p{N}]/u.test(character)) return code >= 0x250 && code < 0x2000 ? undefined : GAP;
  if (!/\p{Script=Latin}/u.test(character) && code > 0xff) return undefined;
  return toAscii(character.normalize('NFKC'));
}

/**
 * Returns the words of a name in Latin letters, lower case, without marks: one reading, or two if one of its letters has another
 * common spelling. Undefined if a character is not Latin. It uses plain loops over a table: about a microsecond.
 */
export function foldLatin(name: string): string[][] | undefined {
  const words: string[] = [];
  let word = '';
  let differs = false;
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i);
    const letters = code < TABLE_SIZE ? plain[code] : undefined;
    if (letters === undefined) return undefined;
    if (letters !== GAP) {
      word += letters;
      if (code > 127 && other[code] !== undefined) differs = true;
    } else if (word !== '') {
      words.push(word);
      word = '';
    }
  }
  if (word !== '') words.push(word);
  return differs ? [words, spellOtherwise(name)] : [words];
}

function spellOtherwise(name: string): string[] {
  let text = '';
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i);
    text += other[code] ?? plain[code] ?? GAP;
  }
  return text.split(GAP).filter((word) => word !== '');
}
