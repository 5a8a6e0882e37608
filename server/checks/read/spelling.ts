import type { FieldName, ReadField } from '../types.ts';
import { fold } from './fold.ts';

/** ICAO Doc 9303 part 3, section 6 A: the two ways in which the machine-readable zone may write these letters. */
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

/** What a filler beside a name is misread as. Names have no check digits, so print alone can tell. */
const AS_FILLER = 'CEKLSX';

export type Spelling = 'same' | 'noisy' | 'other';

/**
 * `same`: a printed name is the zone's own one, with accents, small letters, hyphens or spaces of its own. `noisy`: it is
 * but for fillers beside the zone's words that were misread as letters. Fields that are no names are `other`.
 */
export function spellingOf(field: FieldName, print: ReadField, zone: ReadField): Spelling {
  if (field !== 'first_name' && field !== 'last_name') return 'other';
  const written = print.value.normalize('NFC').toLowerCase().replace(/['’]/g, '');
  const ways = ([0, 1] as const).map((way) =>
    fold(written.replace(/\p{L}/gu, (letter) => ZONE_LETTERS[letter]?.[way] ?? letter)).split(' '),
  );
  const inZone = fold(zone.value).split(' ');
  if (ways.some((way) => way.join('') === inZone.join(''))) return 'same';
  const noisy = (way: readonly string[]): boolean =>
    way.length === inZone.length && inZone.every((word, i) => word === way[i] || edges(word).includes(way[i] ?? ''));
  return ways.some(noisy) ? 'noisy' : 'other';
}

/** The word without a first, and without a last letter that may be a filler. */
function edges(word: string): string[] {
  const isFiller = (letter: string | undefined): boolean => AS_FILLER.includes(letter?.toUpperCase() ?? ' ');
  return [...(isFiller(word[0]) ? [word.slice(1)] : []), ...(isFiller(word.at(-1)) ? [word.slice(0, -1)] : [])];
}
