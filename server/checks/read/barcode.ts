import type { MrzParsed } from '../../../models/mrz/types.ts';
import type { BarcodeFormat, Quad } from '../../../models/ports.ts';
import { fieldsOfParsed } from '../../authenticity/seal/mrz.ts';
import { recogniseSeal } from '../../authenticity/seal/recognise.ts';
import type { BarcodeContent } from '../../authenticity/seal/types.ts';
import type { BoxShare, DocumentType, FieldName, ReadField, SeenBarcode } from '../types.ts';
import { type AamvaCard, parseAamva } from './barcode-aamva.ts';
import { cardValues, isTruncated } from './barcode-card.ts';

/** A barcode as the engine read it, with the MRZ in its text, if any. */
export interface BarcodeInput extends BarcodeContent {
  format: BarcodeFormat;
  zone: MrzParsed | null;
  /** Its position in the picture. Absent: not reported. */
  quad?: Quad;
}

/** A symbol is read only if its error correction holds, so no single character is in doubt. */
const CONFIDENCE = 1;

/**
 * Returns the fields of a picture's barcodes. Barcodes with an AAMVA card or an MRZ give fields, each field from the first barcode that has it. Of
 * all others, only their presence is kept. A digital seal is recognised here, not verified, and gives no fields.
 * @param place turns a barcode's position into a share of the picture
 */
export function readBarcodes(
  barcodes: readonly BarcodeInput[],
  place: (quad: Quad) => BoxShare | undefined = () => undefined,
) {
  const read = barcodes.map(({ format, zone, quad, ...content }) => {
    const box = quad && place(quad);
    return { format, zone, card: parseAamva(content.text), content, ...(box && { box }) };
  });
  const cards = read.flatMap(({ card }) => card ?? []);
  const type = cards.map(typeOfBarcode)[0] ?? null;
  const ofCards = read.flatMap(({ card, box }) => (card ? [fieldsOf(cardValues(card), box)] : []));
  const ofZones = read.flatMap(({ zone, box }) => (zone ? [fieldsOf(fieldsOfParsed(zone), box)] : []));
  return {
    seen: read.map(
      ({ format, card, zone, content, box }): SeenBarcode => ({
        format,
        kind: kindOf(card, zone, content),
        ...(box && { box }),
      }),
    ),
    fields: Object.assign({}, ...[...ofCards, ...ofZones].toReversed()) as Partial<Record<FieldName, ReadField>>,
    /** The type that the card's own barcode names, or null if none does. */
    type,
    /** The barcode states that it holds only the start of a name. */
    nameTruncated: cards.some(isTruncated),
  };
}

/** AAMVA, annex D.12.4: the subfile's type is the card's. */
export function typeOfBarcode({ subfile }: AamvaCard): DocumentType {
  return subfile === 'ID' ? 'national_id' : 'driving_license';
}

function kindOf(card: AamvaCard | null, zone: MrzParsed | null, content: BarcodeContent): SeenBarcode['kind'] {
  if (card) return 'aamva';
  if (zone) return 'mrz';
  return recogniseSeal(content) ? 'seal' : 'unknown';
}

function fieldsOf(
  values: Partial<Record<FieldName, string>>,
  box: BoxShare | undefined,
): Partial<Record<FieldName, ReadField>> {
  const of = (value: string): ReadField => ({ value, confidence: CONFIDENCE, source: 'barcode', ...(box && { box }) });
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, of(value)]));
}
