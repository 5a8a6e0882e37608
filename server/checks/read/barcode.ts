import type { MrzParsed } from '../../../models/mrz/types.ts';
import type { BarcodeFormat, Quad } from '../../../models/ports.ts';
import type { BoxShare, DocumentType, FieldName, ReadField, SeenBarcode } from '../types.ts';
import { type AamvaCard, parseAamva } from './barcode-aamva.ts';
import { cardValues, isTruncated } from './barcode-card.ts';

/** A barcode as the engine read it, with the machine-readable zone that its text holds, if any. */
export interface BarcodeInput {
  format: BarcodeFormat;
  text: string;
  zone: MrzParsed | null;
  /** Where it stands in the picture; absent: not told. */
  quad?: Quad;
}

/** A symbol is read only where its error correction holds, so there is no doubt about a single character. */
const CONFIDENCE = 1;

/**
 * The fields of a picture's barcodes. Those that hold an AAMVA card or a machine-readable zone give fields, the first of
 * them that names each; of all others nothing is kept but that they are there. A Visible Digital Seal (ICAO Doc 9303
 * part 13) is recognised, not verified, and gives no fields. `place` makes a share of the picture of where one stands.
 */
export function readBarcodes(
  barcodes: readonly BarcodeInput[],
  place: (quad: Quad) => BoxShare | undefined = () => undefined,
) {
  const read = barcodes.map(({ format, text, zone, quad }) => {
    const box = quad && place(quad);
    return { format, zone, card: parseAamva(text), text, ...(box && { box }) };
  });
  const cards = read.flatMap(({ card }) => card ?? []);
  const type = cards.map(typeOfBarcode)[0] ?? null;
  const ofCards = read.flatMap(({ card, box }) => (card ? [fieldsOf(cardValues(card), box)] : []));
  const ofZones = read.flatMap(({ zone, box }) => (zone ? [fieldsOf(zoneValues(zone), box)] : []));
  return {
    seen: read.map(
      ({ format, card, zone, text, box }): SeenBarcode => ({
        format,
        kind: kindOf(card, zone, text),
        ...(box && { box }),
      }),
    ),
    fields: Object.assign({}, ...[...ofCards, ...ofZones].toReversed()) as Partial<Record<FieldName, ReadField>>,
    /** As the card's own barcode names it, or null where none does. */
    type,
    /** The barcode says that it holds only the start of a name. */
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

function fieldsOf(
  values: Partial<Record<FieldName, string>>,
  box: BoxShare | undefined,
): Partial<Record<FieldName, ReadField>> {
  const of = (value: string): ReadField => ({ value, confidence: CONFIDENCE, source: 'barcode', ...(box && { box }) });
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, of(value)]));
}
