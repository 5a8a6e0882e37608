import type { BoxShare, DocumentReading, FieldName, ReadField } from '../types.ts';

/** What one source says about a field. `confidence` is 0..1, `box` is in the picture turned by `turn`. */
export interface SourceValue {
  value: string;
  confidence: number;
  document_id: string;
  box?: PlacedBox;
}

/** A box and the degrees clockwise by which its picture must be turned. Absent: none. */
export type PlacedBox = BoxShare & Pick<DocumentReading, 'turn'>;

/** A field, the file it was read from, and how that file was turned. */
export type SourcedField = ReadField & Pick<DocumentReading, 'document_id' | 'turn'>;

type Source = 'printed' | 'mrz' | 'barcode' | 'person';
export const SOURCE_OF = { print: 'printed', mrz: 'mrz', barcode: 'barcode', person: 'person' } as const;

/**
 * Returns what printed text, MRZ, barcode and the reviewer who corrected it each say about a field, by the most certain side of
 * one document. Returns undefined if none says anything.
 */
export function sourcesOf(
  name: FieldName,
  sides: readonly DocumentReading[],
): Partial<Record<Source, SourceValue>> | undefined {
  const read = sides.flatMap((side) => {
    const field = side.fields[name];
    // A name printed in two scripts is reported once here, as it was chosen.
    const others = side.also_read?.[name]?.filter(({ source }) => source !== field?.source) ?? [];
    return [field ?? [], others].flat().map((one) => sourced(one, side));
  });
  const bySource = [...Map.groupBy(read, ({ source }) => source)];
  const values = bySource.flatMap(([source, fields]) => {
    const best = mostConfident(fields);
    return best ? [[SOURCE_OF[source], toValue(best)]] : [];
  });
  return values.length > 0 ? Object.fromEntries(values) : undefined;
}

export function sourced(field: ReadField, { document_id, turn }: DocumentReading): SourcedField {
  return { ...field, document_id, ...(turn && { turn }) };
}

export function mostConfident(read: readonly SourcedField[]): SourcedField | undefined {
  return read.toSorted((a, b) => b.confidence - a.confidence)[0];
}

/** As it is reported in an answer. */
export const roundedShare = (share: number): number => Number(share.toFixed(4));

function toValue({ value, confidence, document_id, box, turn }: SourcedField): SourceValue {
  const placed = box && { box: { ...box, ...(turn && { turn }) } };
  return { value, confidence: roundedShare(confidence), document_id, ...placed };
}
