import type { MrzRead } from '../../../models/mrz/types.ts';
import type { TextPage } from '../../../models/ports.ts';
import type { DocumentReading, DocumentSide, DocumentType, FieldName, MrzReading, ReadField } from '../types.ts';
import { guessSide, guessType } from './guess.ts';
import { type PrintedFields, readPrinted } from './print.ts';
import { spellingOf } from './spelling.ts';
import { showsZone } from './zone-rows.ts';

export interface DocumentInput {
  document_id: string;
  declaredType: DocumentType | 'unknown';
  declaredSide: DocumentSide | null;
  page: TextPage;
  /** What `readMrz` of models/mrz/read.ts found on the page. */
  mrz: MrzRead | null;
  /** YYYY-MM-DD */
  today: string;
}

type Fields = Partial<Record<FieldName, ReadField>>;

/** Pure: what one document says, from the text of its page and the machine-readable zone found on it. */
export function readDocument(input: DocumentInput): DocumentReading {
  const { page, mrz } = input;
  const text = page.lines.map((line) => line.text).join('\n');
  const type = input.declaredType === 'unknown' ? guessType(mrz, text) : input.declaredType;
  const printed = type === 'selfie' ? {} : readPrinted(page, input.today);
  const { fields, also_read } = mergeZones(printedFields(printed, type), mrz ? zoneFields(mrz, type) : {}, mrz);
  return {
    document_id: input.document_id,
    type,
    side: input.declaredSide ?? guessSide(type, mrz),
    fields,
    ...(Object.keys(also_read).length > 0 && { also_read }),
    mrz: mrz && zoneOf(mrz),
    text_confidence: page.confidence,
    words: page.lines.reduce((sum, line) => sum + line.words.length, 0),
    ...(page.turn !== undefined && { turn: page.turn }),
    ...(mrz === null && showsZone(page) && { mrz_seen: true }),
    engine: { name: page.engine.name, version: page.engine.version },
  };
}

/** The number of an identity card: its document number as printed, else the person's own number on it. */
function printedFields({ personal_number, ...printed }: PrintedFields, type: DocumentReading['type']): Fields {
  const number = printed.document_number ?? personal_number;
  return type === 'national_id' && number ? { ...printed, id_number: number } : printed;
}

function zoneFields(mrz: MrzRead, type: DocumentReading['type']): Fields {
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
  return Object.fromEntries(read.map(([field, value]) => [field, zoneField(value, mrz)]));
}

function zoneField(value: string, mrz: MrzRead): ReadField {
  return { value, confidence: mrz.confidence, source: 'mrz' };
}

/**
 * One value for each field, and the other zone's beside it. The machine-readable zone outranks print, which has no check
 * digits, where the field's own digit is right, or where it has none and the whole zone is valid. A printed name that
 * says the same keeps its accents.
 */
function mergeZones(printed: Fields, zone: Fields, mrz: MrzRead | null): { fields: Fields; also_read: AlsoRead } {
  const fields: Fields = { ...printed };
  const also_read: AlsoRead = {};
  for (const [field, fromZone] of Object.entries(zone) as [FieldName, ReadField][]) {
    const fromPrint = printed[field];
    const likeness = fromPrint ? spellingOf(field, fromPrint, fromZone) : 'other';
    const keepPrint = fromPrint !== undefined && (likeness !== 'other' || !isProven(field, mrz));
    fields[field] = keepPrint ? fromPrint : fromZone;
    if (fromPrint) also_read[field] = [keepPrint ? fromZone : fromPrint];
  }
  return { fields, also_read };
}

type AlsoRead = NonNullable<DocumentReading['also_read']>;

function isProven(field: FieldName, mrz: MrzRead | null): boolean {
  const name = field === 'id_number' ? 'document_number' : field;
  const digit = (mrz?.check_digits as Record<string, boolean | null> | undefined)?.[name];
  return digit ?? mrz?.valid ?? false;
}

function zoneOf({ format, lines, valid, check_digits }: MrzRead): MrzReading {
  return { format, lines, valid, check_digits };
}
