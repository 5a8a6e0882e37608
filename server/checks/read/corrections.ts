import type { DocumentReading, DocumentType, FieldName, ReadField } from '../types.ts';

/** A reviewer's values for one document, in place of what was read. null: the document does not have the field. */
export interface CorrectedValues {
  type?: DocumentType;
  fields: Partial<Record<FieldName, string | null>>;
}

/** What a correction replaced. null: nothing was read. */
export interface FormerValues {
  type?: DocumentReading['type'];
  fields: Partial<Record<FieldName, ReadField | null>>;
}

/** A reviewer's correction of one document, with the former values. */
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
 * Applies corrections, oldest first, to what was read. A corrected value has the source `person`, full confidence and no box.
 * Other sources of the same file no longer report it.
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

/** Returns what these values would replace. */
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
