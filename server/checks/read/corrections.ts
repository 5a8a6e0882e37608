import type { DocumentReading, DocumentType, FieldName, ReadField } from '../types.ts';

/** What a person says of one document in the place of what was read; null: the document does not say it. */
export interface CorrectedValues {
  type?: DocumentType;
  fields: Partial<Record<FieldName, string | null>>;
}

/** What a correction took the place of; null: nothing was read. */
export interface FormerValues {
  type?: DocumentReading['type'];
  fields: Partial<Record<FieldName, ReadField | null>>;
}

/** A person's word on one document, and what stood there before. */
export interface Correction {
  /** `cor_...` */
  id: string;
  documentId: string;
  values: CorrectedValues;
  former: FormerValues;
  note: string;
  /** A key id or an operator id. */
  correctedBy: string;
  correctedAtMs: number;
}

/**
 * What was read, with what people corrected since, oldest first. A corrected value counts as `person`, sure, and stands in no box; other zones
 * of the same file say nothing of it any more.
 */
export function withCorrections(
  readings: readonly DocumentReading[],
  corrections: readonly Correction[],
): DocumentReading[] {
  return readings.map((reading) =>
    corrections
      .filter(({ documentId }) => documentId === reading.document_id)
      .reduce((corrected, { values }) => correct(corrected, values), reading),
  );
}

/** What these values would take the place of. */
export function formerValues({ type, fields }: DocumentReading, values: CorrectedValues): FormerValues {
  const names = Object.keys(values.fields) as FieldName[];
  return {
    ...(values.type === undefined ? {} : { type }),
    fields: Object.fromEntries(names.map((name) => [name, fields[name] ?? null])),
  };
}

function correct(reading: DocumentReading, { type, fields }: CorrectedValues): DocumentReading {
  const corrected: DocumentReading = {
    ...reading,
    type: type ?? reading.type,
    fields: { ...reading.fields },
    ...(reading.also_read && { also_read: { ...reading.also_read } }),
  };
  for (const [name, value] of Object.entries(fields) as [FieldName, string | null][]) {
    delete corrected.also_read?.[name];
    if (value === null) delete corrected.fields[name];
    else corrected.fields[name] = { value, confidence: 1, source: 'person' };
  }
  return corrected;
}
