import type { MrzParsed } from '../../../models/mrz/types.ts';
import type { TextLine, TextPage } from '../../../models/ports.ts';
import type { DocumentContent, DocumentReading, DocumentSide, DocumentType, FieldName } from '../types.ts';
import { fold } from './fold.ts';
import { scriptTypeWords } from './script-words.ts';
import { TYPE_WORDS } from './type-words.ts';

type ReadType = DocumentType | 'unknown';

/** What is known of a picture before its kind is determined. */
export interface Clues {
  page: TextPage;
  /** The type of a North American card by its labels, or null. */
  american: DocumentType | null;
  mrz: MrzParsed | null;
  /** The type that a barcode names, or null. */
  barcode: DocumentType | null;
  /** The printed fields. */
  printed: DocumentReading['fields'];
}

const WORDS: readonly (readonly [DocumentType, readonly string[]])[] = TYPE_WORDS.map(([type, rows]) => [
  type,
  [...rows.flatMap((row) => row.split(', ')), ...scriptTypeWords(type)],
]);
/** Titles have few words, are in the upper part of the printed text, and are larger than the rest of it. */
const TITLE_WORDS_MAX = 9;
const TITLE_DEPTH_MAX = 0.35;
const TITLE_TO_MEDIAN_HEIGHT_MIN = 1.25;
const TITLE_CONFIDENCE_MIN = 0.6;
/** A picture with a face and no more words than this counts as a selfie: even a card's front has more. */
export const LONE_FACE_WORDS_MAX = 4;
/** Cards, whose two sides differ. */
const CARDS: readonly string[] = ['national_id', 'driving_license', 'residence_permit'] satisfies DocumentType[];
/** Fields that are on the portrait's side, not on the back. */
const FRONT_FIELDS: readonly FieldName[] = ['last_name', 'first_name', 'date_of_birth'];

/** Returns the kind of document by its MRZ, its barcode or else its words. `unknown` if none of them shows it. */
export function guessType({ page, mrz, barcode, american }: Clues): ReadType {
  const words = typesIn(page.lines.map(({ text }) => text).join('\n'))[0] ?? 'unknown';
  // An MRZ of a card shows a residence permit only sometimes. Its words always do.
  if (mrz) return typeOfZone(mrz) ?? (words === 'residence_permit' ? words : 'national_id');
  return barcode ?? (words === 'unknown' ? (american ?? words) : words);
}

/** An MRZ of three lines is on the back (ICAO Doc 9303 part 5), name and birth date on the front. */
export function guessSide(type: ReadType, { mrz, barcode, printed, american }: Clues): DocumentSide | null {
  const isAmericanFront = american !== null && Boolean(printed.address && printed.date_of_birth);
  const showsFront = isAmericanFront || FRONT_FIELDS.every((field) => printed[field]);
  const showsBack = mrz?.format === 'TD1' || (barcode !== null && !showsFront);
  if (!(CARDS.includes(type) || (type === 'unknown' && mrz?.format === 'TD1'))) return null;
  // Both sides in one picture.
  if (showsFront && showsBack) return null;
  return showsBack ? 'back' : showsFront ? 'front' : null;
}

/**
 * Returns what a picture shows with certainty, whatever was declared. Null if nothing is certain. Words in small letters are no
 * proof, because documents mention each other.
 */
export function findContent(type: ReadType, clues: Clues): DocumentContent | null {
  const { mrz, barcode, page } = clues;
  const side = guessSide(type, clues);
  const zone = mrz?.valid ? zoneKinds(mrz) : null;
  const title = typeOfTitle(page);
  const types = zone ?? (barcode ? [barcode] : title ? [title] : null);
  if (!types && !side) return null;
  return { types: types ?? [], by: zone ? 'zone' : barcode ? 'barcode' : title ? 'title' : null, side };
}

/**
 * ICAO Doc 9303 parts 4 to 7: TD3 is a passport, MRV-A and MRV-B a visa. Cards start with A, C or I and leave the rest to the issuer. Of these, R
 * (residence) and P (a passport as a card) are in common use. Russia's internal passport is both a passport and an identity card.
 */
function typeOfZone({ format, document_code }: MrzParsed): ReadType | null {
  if (format === 'TD3' || format === 'RUSSIAN_ID' || document_code === 'IP') return 'passport';
  if (format === 'MRVA' || format === 'MRVB') return 'other';
  if (format === 'FRENCH_ID') return 'national_id';
  return document_code === 'IR' || document_code === 'AR' || document_code.startsWith('C') ? 'residence_permit' : null;
}

/** Returns all types that documents with this MRZ may correctly be declared as. */
function zoneKinds({ format, document_code }: MrzParsed): DocumentType[] {
  if (format === 'MRVA' || format === 'MRVB') return ['other', 'residence_permit'];
  if (format === 'TD3') return ['passport'];
  return document_code === 'IP' || format === 'RUSSIAN_ID'
    ? ['passport', 'national_id']
    : ['national_id', 'residence_permit'];
}

/** Returns the types whose words are in a text, in order of trust. */
function typesIn(text: string): DocumentType[] {
  const folded = ` ${fold(text)} `;
  return WORDS.flatMap(([type, words]) => (words.some((word) => folded.includes(` ${word} `)) ? [type] : []));
}

/** Returns the one type named by the large text at the top of a page. Null if it names none or several. */
function typeOfTitle({ lines }: TextPage): DocumentType | null {
  const printed = lines.filter(({ text, confidence }) => fold(text).length >= 3 && confidence >= TITLE_CONFIDENCE_MIN);
  const heights = printed.map(({ box }) => box.height).toSorted((a, b) => a - b);
  const median = heights[Math.floor(heights.length / 2)] ?? 0;
  const top = Math.min(...printed.map(({ box }) => box.y));
  const bottom = Math.max(...printed.map(({ box }) => box.y + box.height));
  const isTitle = ({ box, words }: TextLine): boolean =>
    words.length <= TITLE_WORDS_MAX &&
    box.y - top <= TITLE_DEPTH_MAX * (bottom - top) &&
    box.height >= TITLE_TO_MEDIAN_HEIGHT_MIN * median;
  const types = new Set(printed.filter(isTitle).flatMap(({ text }) => typesIn(text)));
  return types.size === 1 ? ([...types][0] ?? null) : null;
}
