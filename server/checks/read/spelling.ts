import type { FieldName, ReadField } from '../types.ts';
import { fold } from './fold.ts';

/** ICAO Doc 9303 part 3, section 6 A: the two ways in which the MRZ may write these letters. */
const ZONE_LETTERS: Record<string, readonly [string, string]> = {
  ä: ['ae', 'a'],
  å: ['aa', 'a'],
  æ: ['ae', 'ae'],
  ö: ['oe', 'o'],
  ø: ['oe', 'o'],
  œ: ['oe', 'oe'],
  ü: ['ue', 'u'],
  ñ: ['n', 'nxx'],
};

/** The letters that a filler next to a name is misread as. Names have no check digits, so only printed text can show it. */
const AS_FILLER = 'CEKLSX';

export type Spelling = 'same' | 'noisy' | 'other';

/**
 * `same`: a printed name is the MRZ's, with accents, small letters, hyphens or other spaces. `noisy`: it is, except for a filler
 * next to one of the MRZ's words that was misread as a letter. Fields that are not names are `other`.
 */
export function spellingOf(field: FieldName, print: ReadField, zone: ReadField): Spelling {
  if (field !== 'first_name' && field !== 'last_name') return 'other';
  const written = print.value.normalize('NFC').toLowerCase().replace(/['’]/g, '');
  const ways = ([0, 1] as const).map((way) =>
    fold(written.replace(/\p{L}/gu, (letter) => ZONE_LETTERS[letter]?.[way] ?? letter)).split(' '),
  );
  const inZone = fold(zone.value).split(' ');
  if (ways.some((way) => way.join('') === inZone.join(''))) return 'same';
  const noisy = (way: readonly string[]): boolean => {
    const unlike = inZone.flatMap((word, i) => (word === way[i] ? [] : [edges(word).includes(way[i] ?? '')]));
    return way.length === inZone.length && unlike.length === 1 && unlike[0] === true;
  };
  return ways.some(noisy) ? 'noisy' : 'other';
}

/** Whether the MRZ's name is the printed one except for one letter that a filler next to a word was misread as. */
export function isFillerMisread(print: ReadName, zone: ReadName): boolean {
  const spellings = (['last_name', 'first_name'] as const).map((field) => {
    const [printed, read] = [print[field], zone[field]];
    if (!printed || !read) return printed || read ? 'other' : 'same';
    return spellingOf(field, printed, read);
  });
  return spellings.filter((spelling) => spelling === 'noisy').length === 1 && !spellings.includes('other');
}

type ReadName = Partial<Record<FieldName, ReadField>>;

/** Returns the word without its first letter and without its last letter, each if that letter may be a filler. */
function edges(word: string): string[] {
  const isFiller = (letter: string | undefined): boolean => AS_FILLER.includes(letter?.toUpperCase() ?? ' ');
  return [...(isFiller(word[0]) ? [word.slice(1)] : []), ...(isFiller(word.at(-1)) ? [word.slice(0, -1)] : [])];
}
