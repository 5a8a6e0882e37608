import type { MrzParsed } from '../../../models/mrz/types.ts';
import type { BarcodeFormat } from '../../../models/ports.ts';
import type { DocumentType, FieldName, ReadField, SeenBarcode } from '../types.ts';
import { type AamvaCard, parseAamva } from './barcode-aamva.ts';
import { cardValues, isTruncated } from './barcode-card.ts';

/** A barcode as the engine read it, with the machine-readable zone that its text holds, if any. */
export interface BarcodeInput {
  format: BarcodeFormat;
  text: string;
  zone: MrzParsed | null;
}

/** What all barcodes of one picture say. */
export interface BarcodesRead {
  seen: SeenBarcode[];
  fields: Partial<Record<FieldName, ReadField>>;
  /** As the card's own barcode names it, or null where none does. */
  type: DocumentType | null;
  /** The barcode says that it holds only the start of a name. */
  nameTruncated: boolean;
}

/** A symbol is read only where its error correction holds, so there is no doubt about a single character. */
const CONFIDENCE = 1;

/**
 * The fields of a picture's barcodes. Those that hold an AAMVA card or a machine-readable zone give fields, the first of
 * them that names each; of all others nothing is kept but that they are there. A Visible Digital Seal (ICAO Doc 9303
 * part 13) is recognised, not verified, and gives no fields.
 */
export function readBarcodes(barcodes: readonly BarcodeInput[]): BarcodesRead {
  const read = barcodes.map(({ format, text, zone }) => ({ format, zone, card: parseAamva(text), text }));
  const cards = read.flatMap(({ card }) => card ?? []);
  const type = cards.map(typeOfBarcode)[0] ?? null;
  const values = [...cards.map(cardValues), ...read.flatMap(({ zone }) => (zone ? [zoneValues(zone)] : []))];
  const merged = Object.assign({}, ...values.toReversed()) as Partial<Record<FieldName, string>>;
  return {
    seen: read.map(({ format, card, zone, text }) => ({ format, kind: kindOf(card, zone, text) })),
    fields: Object.fromEntries(Object.entries(merged).map(([name, value]) => [name, fieldOf(value)])),
    type,
    nameTruncated: cards.some(isTruncated),
  };
}

/** AAMVA, annex D.12.4: the subfile's type is the card's. */
export function typeOfBarcode({ subfile }: AamvaCard): DocumentType {
  return subfile === 'ID' ? 'national_id' : 'driving_license';
}

function kindOf(card: AamvaCard | null, zone: MrzParsed | null, text: string): SeenBarcode['kind'] {
  if (card) return 'aamva';
  if (zone) return 'mrz';
  return isSeal(text) ? 'seal' : 'unknown';
}

/** ICAO Doc 9303 part 13, 2.2: the magic constant 0xDC, then the version, 3 (coded 2) or 4 (coded 3). */
function isSeal(text: string): boolean {
  return text.charCodeAt(0) === 0xdc && [2, 3].includes(text.charCodeAt(1));
}

function zoneValues(zone: MrzParsed): Partial<Record<FieldName, string>> {
  const { last_name, first_name, document_number, date_of_birth, sex, nationality, expiry_date, issuing_country } =
    zone;
  const values = {
    last_name,
    first_name,
    document_number,
    date_of_birth,
    sex,
    nationality,
    expiry_date,
    issuing_country,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value));
}

function fieldOf(value: string): ReadField {
  return { value, confidence: CONFIDENCE, source: 'barcode' };
}
