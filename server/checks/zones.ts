import type { DocumentReading, FieldName, ReadField } from './types.ts';

/** What one other zone of a file gave, as a reading of its own. */
export interface OtherZone {
  zone: DocumentReading;
  source: ReadField['source'];
}

/**
 * The values that stand beside the chosen ones of a file, put together by where they came from: all that the barcode gave
 * in one, all that the print gave in another. A source that gave a field twice makes two.
 */
export function otherZones(reading: DocumentReading): OtherZone[] {
  const beside = Object.entries(reading.also_read ?? {}) as [FieldName, ReadField[]][];
  const sources = new Set(beside.flatMap(([, values]) => values.map(({ source }) => source)));
  return [...sources].flatMap((source) => {
    const own = beside.map(([field, values]) => [field, values.filter((value) => value.source === source)] as const);
    const depth = Math.max(...own.map(([, values]) => values.length));
    return Array.from({ length: depth }, (_, i) => ({
      source,
      zone: {
        ...reading,
        fields: Object.fromEntries(own.flatMap(([field, values]) => (values[i] ? [[field, values[i]]] : []))),
      },
    }));
  });
}
