import type { MrzField, MrzRead } from '../../../models/mrz/types.ts';
import type { Quad, TextPage } from '../../../models/ports.ts';
import { isInOwnScript } from '../name-forms.ts';
import type {
  BoxShare,
  DocumentReading,
  DocumentSide,
  DocumentType,
  FieldName,
  MrzReading,
  ReadField,
} from '../types.ts';
import { americanType } from './american.ts';
import { type BarcodeInput, readBarcodes } from './barcode.ts';
import { type PictureSize, shareOf, shareOfQuad } from './box-share.ts';
import type { PrintedFields } from './candidates.ts';
import { findContent, guessSide, guessType } from './guess.ts';
import { mergeSources } from './merge.ts';
import { mergePages, showsOtherScript } from './merge-pages.ts';
import { inOtherScript } from './other-script.ts';
import { readPrinted } from './print.ts';
import { segmentPage } from './segments.ts';

export interface DocumentInput {
  document_id: string;
  declaredType: DocumentType | 'unknown';
  declaredSide: DocumentSide | null;
  page: TextPage;
  /** The second OCR engine's reading of the same picture, turned the same way. Absent: it did not run, or could not read it. */
  again?: TextPage | undefined;
  /** The size of the picture from which the page was read. Absent: the positions of the fields are not reported. */
  size?: PictureSize;
  /** The result of `readMrz` of models/mrz/read.ts for the picture. */
  mrz: MrzRead | null;
  /** What the engine read in the picture. Absent: no barcode was searched for. */
  barcodes?: readonly BarcodeInput[];
  /** YYYY-MM-DD */
  today: string;
}

type Fields = Partial<Record<FieldName, ReadField>>;
type PlaceQuad = (quad: Quad) => BoxShare | undefined;
type PrintedShares = Partial<Record<keyof PrintedFields, ReadField>>;

/** Returns what one document says, from the text of its page, its MRZ and its barcodes. Pure. */
export function readDocument(input: DocumentInput): DocumentReading {
  const { mrz, again } = input;
  const page = again ? mergePages(input.page, again) : input.page;
  const pages = again ? [input.page, page, ...(showsOtherScript(input.page) ? [] : [again])] : [page];
  const place = placing(input);
  const barcodes = readBarcodes(input.barcodes ?? [], place);
  const print = readPrinted(pages, input.today, mrz);
  const clues = { page, mrz, barcode: barcodes.type, printed: print, american: americanType(segmentPage(page)) };
  const type = input.declaredType === 'unknown' ? guessType(clues) : input.declaredType;
  const content = findContent(type, clues);
  const printed = type === 'selfie' ? {} : print;
  const merged = mergeSources({
    printed: printedFields(placedFields(printed, input), type),
    barcode: type === 'selfie' ? {} : cardFields(barcodes.fields, type),
    zone: mrz ? zoneFields(mrz, type, place) : {},
    mrz,
  });
  const { fields } = merged;
  const also_read = type === 'selfie' ? merged.also_read : withOtherScript(merged, input, pages);
  return {
    document_id: input.document_id,
    type,
    side: input.declaredSide ?? guessSide(type, clues),
    ...(content && { content }),
    fields,
    ...(Object.keys(also_read).length > 0 && { also_read }),
    mrz: mrz && zoneOf(mrz, place),
    ...(barcodes.seen.length > 0 && { barcodes: barcodes.seen }),
    ...(barcodes.nameTruncated && { name_truncated: true }),
    text_confidence: page.confidence,
    words: page.lines.reduce((sum, line) => sum + line.words.length, 0),
    ...(page.turn !== undefined && { turn: page.turn }),
    ...(mrz === null && showsZone(page) && { mrz_seen: true }),
    engine: { name: page.engine.name, version: page.engine.version },
  };
}

/** Adds the printed form of each name in another script to the other readings. */
function withOtherScript(
  read: Required<Pick<DocumentReading, 'fields' | 'also_read'>>,
  input: DocumentInput,
  pages: readonly TextPage[],
): Required<DocumentReading>['also_read'] {
  const names = [read.fields.last_name, read.fields.first_name].flatMap((field) => field?.value ?? []);
  if (!names.some(isInOwnScript) && !showsOtherScript(input.page)) return read.also_read;
  const found = placedFields(inOtherScript(read, pages.flatMap(segmentPage)), input);
  const beside = Object.entries(found).map(([name, field]) => [
    name,
    [...(read.also_read[name as FieldName] ?? []), field],
  ]);
  return { ...read.also_read, ...Object.fromEntries(beside) };
}

/** Returns a function that places a quad in the picture as it was read. It returns undefined if the picture's size is not given. */
function placing({ page, size }: DocumentInput): PlaceQuad {
  return (quad) => size && shareOfQuad(quad, size, page.turn ?? 0);
}

/** Returns each field with its box as shares of the picture. */
function placedFields(printed: PrintedFields, { page, size }: DocumentInput): PrintedShares {
  return Object.fromEntries(
    Object.entries(printed).map(([name, { box, ...field }]) => [
      name,
      { ...field, ...(size && { box: shareOf(box, size, page.turn ?? 0) }) },
    ]),
  );
}

/** The number of an identity card is its printed document number, or else the person's own number on it. */
function printedFields({ personal_number, ...printed }: PrintedShares, type: DocumentReading['type']): Fields {
  const number = printed.document_number ?? personal_number;
  // The state that a bill names did not issue it.
  const { issuing_country: _, ...ofBill } = printed;
  if (type === 'proof_of_address') return ofBill;
  return type === 'national_id' && number ? { ...printed, id_number: number } : printed;
}

/** A barcode states the number of the document. On an identity card it is its holder's number too. */
function cardFields(fields: Fields, type: DocumentReading['type']): Fields {
  const { document_number } = fields;
  return type === 'national_id' && document_number ? { ...fields, id_number: document_number } : fields;
}

function zoneFields(mrz: MrzRead, type: DocumentReading['type'], place: PlaceQuad): Fields {
  const values: Partial<Record<FieldName, string | null>> = {
    last_name: mrz.last_name,
    first_name: mrz.first_name,
    document_number: mrz.document_number,
    id_number: type === 'national_id' ? mrz.document_number : null,
    date_of_birth: mrz.date_of_birth,
    sex: mrz.sex,
    nationality: mrz.nationality,
    expiry_date: mrz.expiry_date,
    issuing_country: mrz.issuing_country,
  };
  const read = Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return Object.fromEntries(
    read.map(([field, value]) => [field, zoneField(field as FieldName, value, { mrz, place })]),
  );
}

function zoneField(field: FieldName, value: string, zone: { mrz: MrzRead; place: PlaceQuad }): ReadField {
  const { confidences, quads } = zone.mrz;
  const name = (field === 'id_number' ? 'document_number' : field) as MrzField;
  const quad = quads.fields[name];
  const box = quad && zone.place(quad);
  return { value, confidence: confidences[name], source: 'mrz', ...(box && { box }) };
}

function zoneOf(mrz: MrzRead, place: PlaceQuad): MrzReading {
  const { format, lines, valid, check_digits, confidence, repaired, quads } = mrz;
  const boxes = quads.lines.flatMap((quad) => place(quad) ?? []);
  const reading = { format, lines, valid, check_digits, confidence, repaired: [...repaired] };
  return { ...reading, ...(boxes.length > 0 && { boxes }) };
}

/** The fields that the checks need to compare a document with anything. */
const NEEDED: readonly FieldName[] = ['last_name', 'first_name', 'document_number', 'date_of_birth', 'expiry_date'];
/** A value with less confidence may well be wrong. */
const CONFIDENCE_MIN = 0.8;
const NEEDED_OF: readonly string[] = [
  'national_id',
  'passport',
  'driving_license',
  'residence_permit',
  'unknown',
] satisfies DocumentReading['type'][];

/** MRZ formats on the same side as the printed text, so both are read and compared (ICAO Doc 9303 parts 4, 6 and 7). */
const BESIDE_PRINT: readonly string[] = ['TD3', 'TD2', 'MRVA', 'MRVB', 'FRENCH_ID', 'RUSSIAN_ID'];

/**
 * Whether a document lacks a field that its type has, or has it with low confidence, so that a second engine's reading is worth
 * its time. An MRZ next to printed text does not replace it.
 */
export function lacksFields(reading: Pick<DocumentReading, 'type' | 'fields' | 'also_read' | 'mrz'>): boolean {
  const { type, fields, also_read, mrz } = reading;
  const isBeside = mrz !== null && BESIDE_PRINT.includes(mrz.format);
  const confidenceOf = (name: FieldName): number => {
    const read = [fields[name] ?? [], also_read?.[name] ?? []].flat();
    return (isBeside ? read.find(({ source }) => source === 'print') : read[0])?.confidence ?? 0;
  };
  return NEEDED_OF.includes(type) && NEEDED.some((name) => confidenceOf(name) < CONFIDENCE_MIN);
}

/** The shortest line of an MRZ has 30 characters (ICAO Doc 9303 part 5). A blurred one may lose a third of them. */
const ROW_CHARACTERS_MIN = 20;
/** A name or a number rarely has this many characters without a space. The rows of an MRZ do. */
const RUN_CHARACTERS_MIN = 16;
const FILLERS_MIN = 4;
/** The share of the row's characters that are capitals, digits, fillers, or the letters that fillers are misread as. */
const ALPHABET_SHARE_MIN = 0.75;

/**
 * Whether a page shows rows that look like an MRZ: one with several fillers, or two long unbroken ones of capitals and digits.
 * Other printed text has neither.
 */
export function showsZone({ lines }: TextPage): boolean {
  const rows = lines.map(({ text }) => text.trim()).filter(isLongRow);
  return rows.some(hasFillers) || rows.filter(isUnbroken).length >= 2;
}

function isLongRow(text: string): boolean {
  const bare = text.replace(/\s/g, '');
  const fitting = bare.match(/[A-Z0-9<«‹ckls]/g)?.length ?? 0;
  return bare.length >= ROW_CHARACTERS_MIN && fitting / bare.length >= ALPHABET_SHARE_MIN;
}

function hasFillers(text: string): boolean {
  return (text.replaceAll('«', '<<').match(/[<‹]/g)?.length ?? 0) >= FILLERS_MIN;
}

/** Capitals and digits mixed in one run, or a run that ends in what a row of fillers is misread as. */
function isUnbroken(text: string): boolean {
  const runs = text.split(/\s+/).filter((run) => run.length >= RUN_CHARACTERS_MIN);
  return runs.some((run) => (/[A-Z]/.test(run) && /\d{2}/.test(run)) || /[cklsCKLS<]{5}/.test(run));
}
