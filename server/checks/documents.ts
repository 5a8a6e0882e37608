import { makeFinding } from './findings.ts';
import type { Policy } from './policy.ts';
import type { DocumentReading, DocumentType, Finding } from './types.ts';

/** The types that prove who somebody is. */
export const IDENTITY_TYPES: readonly string[] = [
  'national_id',
  'passport',
  'driving_license',
  'residence_permit',
] satisfies DocumentType[];

/** The readings that can prove an identity: by type, or, where the type is open, by a zone that is not a visa's or by what a person says. */
export function identityReadings(readings: readonly DocumentReading[]): DocumentReading[] {
  return readings.filter(({ type, mrz, fields }) => {
    if (IDENTITY_TYPES.includes(type)) return true;
    if (type !== 'unknown') return false;
    return mrz === null
      ? Object.values(fields).some(({ source }) => source === 'person')
      : !mrz.format.startsWith('MRV');
  });
}

/** Whether a document gave identity data: a machine-readable zone, a barcode's, a person's, or printed fields on a page that was read surely. */
export function isRead(reading: DocumentReading, policy: Policy): boolean {
  if (reading.mrz || hasSureFields(reading)) return true;
  const surely = reading.text_confidence >= policy.reading.text_confidence_min;
  return surely && Object.keys(reading.fields).length > 0;
}

/** Whether a barcode gave what was read, whose error correction makes it sure whatever else the picture shows, or a person. */
function hasSureFields({ fields }: DocumentReading): boolean {
  return Object.values(fields).some(({ source }) => source === 'barcode' || source === 'person');
}

/** The readings of each type together: the sides of one document. In the order of first mention. */
export function groupByType(readings: readonly DocumentReading[]): DocumentReading[][] {
  return [...Map.groupBy(readings, ({ type }) => type).values()];
}

/** What stands in the way of using the documents at all: files that gave nothing, unknown types, no identity. */
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
