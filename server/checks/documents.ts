import { makeFinding } from './findings.ts';
import type { Policy } from './policy.ts';
import type { DocumentReading, DocumentType, Finding } from './types.ts';

/** The document types that prove a person's identity. */
export const IDENTITY_TYPES: readonly string[] = [
  'national_id',
  'passport',
  'driving_license',
  'residence_permit',
] satisfies DocumentType[];

/**
 * Returns the readings that can prove an identity: by type, or, if the type is open, by an MRZ that is not a visa's or by a reviewer's correction.
 */
export function identityReadings(readings: readonly DocumentReading[]): DocumentReading[] {
  return readings.filter(({ type, mrz, fields }) => {
    if (IDENTITY_TYPES.includes(type)) return true;
    if (type !== 'unknown') return false;
    return mrz === null
      ? Object.values(fields).some(({ source }) => source === 'person')
      : !mrz.format.startsWith('MRV');
  });
}

/** Whether a document gave identity data: from an MRZ, a barcode, a reviewer, or printed fields on a page that was read with enough confidence. */
export function isRead(reading: DocumentReading, policy: Policy): boolean {
  if (reading.mrz || hasSureFields(reading)) return true;
  const surely = reading.text_confidence >= policy.reading.text_confidence_min;
  return surely && Object.keys(reading.fields).length > 0;
}

/** Whether a field came from a barcode or from a reviewer. A barcode's error correction makes its data certain, whatever else the picture shows. */
function hasSureFields({ fields }: DocumentReading): boolean {
  return Object.values(fields).some(({ source }) => source === 'barcode' || source === 'person');
}

/** Groups the readings by type, in the order of first mention. Each group holds the sides of one document. */
export function groupByType(readings: readonly DocumentReading[]): DocumentReading[][] {
  return [...Map.groupBy(readings, ({ type }) => type).values()];
}

/** Returns the faults that keep the documents from being used at all: files that gave nothing, unknown types, no identity. */
export function findDocumentFaults(readings: readonly DocumentReading[], policy: Policy): Finding[] {
  const findings: Finding[] = [];
  for (const reading of readings) {
    const { document_id, type, words, mrz } = reading;
    if (type === 'selfie') continue;
    if (words === 0 && !mrz && !hasSureFields(reading))
      findings.push(makeFinding('document_unreadable', { document_id }));
    else if (type === 'unknown') findings.push(makeFinding('document_type_unknown', { document_id }));
  }
  const identities = groupByType(identityReadings(readings));
  if (identities.length === 0) findings.push(makeFinding('identity_document_missing'));
  for (const sides of identities)
    if (sides[0] && !sides.some((side) => isRead(side, policy)))
      findings.push(makeFinding('identity_not_read', { document_id: sides[0].document_id }));
  return findings;
}
