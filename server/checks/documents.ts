import type { Policy } from '../decision/policy.ts';
import { makeFinding } from './findings.ts';
import type { DocumentReading, DocumentType, Finding } from './types.ts';

/** The types that prove who somebody is. */
const IDENTITY_TYPES: readonly string[] = [
  'national_id',
  'passport',
  'driving_license',
  'residence_permit',
] satisfies DocumentType[];

/** The readings that can prove an identity: by type, or, where the type is open, by a zone that is not a visa's. */
export function identityReadings(readings: readonly DocumentReading[]): DocumentReading[] {
  return readings.filter(({ type, mrz }) => {
    if (IDENTITY_TYPES.includes(type)) return true;
    return type === 'unknown' && mrz !== null && !mrz.format.startsWith('MRV');
  });
}

/** Whether a document gave identity data: a machine-readable zone, a barcode's, or printed fields on a page that was read surely. */
export function isRead(reading: DocumentReading, policy: Policy): boolean {
  if (reading.mrz || hasBarcodeFields(reading)) return true;
  const surely = reading.text_confidence >= policy.reading.text_confidence_min;
  return surely && Object.keys(reading.fields).length > 0;
}

/** Whether a barcode gave what was read; its error correction makes it sure, whatever else the picture shows. */
function hasBarcodeFields({ fields }: DocumentReading): boolean {
  return Object.values(fields).some(({ source }) => source === 'barcode');
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
    if (words === 0 && !mrz && !hasBarcodeFields(reading))
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
