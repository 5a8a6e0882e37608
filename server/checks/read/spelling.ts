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

/** Whether a printed name is the zone's own one, with accents, small letters, hyphens or spaces of its own. */
export function isSpelling(field: FieldName, print: ReadField, zone: ReadField): boolean {
  if (field !== 'first_name' && field !== 'last_name') return false;
  const written = print.value.normalize('NFC').toLowerCase();
  return ([0, 1] as const).some((way) => {
    const inZone = written.replace(/\p{L}/gu, (letter) => ZONE_LETTERS[letter]?.[way] ?? letter);
    return bare(inZone) === bare(zone.value);
  });
}

function bare(text: string): string {
  return fold(text.replace(/['’]/g, '')).replaceAll(' ', '');
}
