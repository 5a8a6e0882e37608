import { makeFinding } from './findings.ts';
import type { DocumentReading, DocumentType, Finding } from './types.ts';

/** Types that leave open what the document is. */
const OPEN_TYPES: readonly string[] = ['other', 'unknown'] satisfies (DocumentType | 'unknown')[];

/**
 * Where the content of a file surely contradicts what was declared of it. A type that was found from the content cannot
 * contradict it.
 */
export function findDeclarationFaults(readings: readonly DocumentReading[]): Finding[] {
  return readings.flatMap((reading) => [...findTypeFault(reading), ...findSideFault(reading)]);
}

function findTypeFault({ document_id, type, content }: DocumentReading): Finding[] {
  const { types = [], by = null } = content ?? {};
  if (types.length === 0 || OPEN_TYPES.includes(type) || types.includes(type as DocumentType)) return [];
  const evidence = { declared: type, found: types, by };
  return [makeFinding('document_type_mismatch', { document_id, field: 'documents_meta', evidence })];
}

/** What a side gives is read whatever it was called, so this only tells. */
function findSideFault({ document_id, side, content }: DocumentReading): Finding[] {
  const found = content?.side ?? null;
  if (!side || !found || side === found) return [];
  const evidence = { declared: side, found };
  return [makeFinding('document_side_mismatch', { document_id, field: 'documents_meta', evidence })];
}
