import { findDateFaults } from './dates.ts';
import { findDocumentFaults, groupByType, identityReadings, isRead } from './documents.ts';
import { makeFinding } from './findings.ts';
import { concludeCheck, type Policy } from './policy.ts';
import type { CheckResult, DocumentReading, DocumentType, Finding, MrzReading } from './types.ts';

export interface ValidityInput {
  readings: readonly DocumentReading[];
  /** YYYY-MM-DD, UTC. */
  today: string;
  /** The findings of the quality check: wrong check digits count more if it found nothing. */
  qualityFindings: readonly Finding[];
  policy: Policy;
}

/** Cards whose other side may have what is missing. */
const TWO_SIDED: readonly string[] = ['national_id', 'driving_license', 'residence_permit'] satisfies DocumentType[];
/** Cards that often, but not always, have an MRZ on the back (ICAO Doc 9303 part 5). */
const CARDS_WITH_MRZ: readonly string[] = ['national_id', 'residence_permit'] satisfies DocumentType[];

/** Checks whether the identity documents were read, are in date, and have a valid MRZ. */
export function checkValidity(input: ValidityInput): CheckResult {
  const { readings, today, policy } = input;
  const faults = [...findDocumentFaults(readings, policy), ...findDeclarationFaults(readings)];
  const documents = groupByType(identityReadings(readings)).filter((sides) =>
    sides.some((side) => isRead(side, policy)),
  );
  if (documents.length === 0) return { passed: null, findings: faults };
  const findings = documents.flatMap((sides) => [
    ...findDateFaults(sides, today, policy),
    ...findMissingParts(sides),
    ...sides.flatMap((side) => findWrongCheckDigits(side, input)),
    ...sides.flatMap(findRepairs),
    ...sides.flatMap((side) => findUnsureZone(side, policy)),
  ]);
  return concludeCheck([...faults, ...findings], policy);
}

function findMissingParts(sides: DocumentReading[]): Finding[] {
  const [first] = sides;
  if (!first) return [];
  const { type, document_id } = first;
  const findings: Finding[] = [];
  const hasMrz = sides.some(({ mrz }) => mrz !== null);
  const present = new Set(sides.filter(({ from }) => from !== 'chip').map(({ side }) => side));
  if (type === 'passport' && !hasMrz) findings.push(makeFinding('mrz_missing', { document_id }));
  if (CARDS_WITH_MRZ.includes(type) && !hasMrz) findings.push(...findUnreadZone(sides));
  const [only] = present;
  if (TWO_SIDED.includes(type) && present.size === 1 && only)
    findings.push(makeFinding('document_side_missing', { document_id, evidence: { present: only } }));
  return findings;
}

/** An MRZ that is present must be readable: a forger could make it unreadable. A card may as well have none. */
function findUnreadZone(sides: DocumentReading[]): Finding[] {
  const seen = sides.find(({ mrz_seen }) => mrz_seen);
  if (seen) return [makeFinding('mrz_unreadable', { document_id: seen.document_id })];
  const back = sides.find(({ side }) => side === 'back');
  return back ? [makeFinding('mrz_not_found', { document_id: back.document_id })] : [];
}

function findWrongCheckDigits({ mrz, document_id }: DocumentReading, input: ValidityInput): Finding[] {
  const fields = Object.entries(mrz?.check_digits ?? {}).flatMap(([field, right]) => (right === false ? [field] : []));
  if (!mrz || fields.length === 0) return [];
  const code = isSurelyRead(mrz, document_id, input) ? 'mrz_forged' : 'mrz_check_digits_wrong';
  return [makeFinding(code, { document_id, field: 'mrz', evidence: { fields, confidence: mrz.confidence ?? null } })];
}

/** Wrong check digits already ask for a review. */
function findUnsureZone({ mrz, document_id }: DocumentReading, { reading }: Policy): Finding[] {
  if (!mrz?.valid || mrz.confidence === undefined || mrz.confidence >= reading.mrz_confidence_min) return [];
  const evidence = { confidence: Number(mrz.confidence.toFixed(3)), minimum: reading.mrz_confidence_min };
  return [makeFinding('mrz_unsure', { document_id, field: 'mrz', evidence })];
}

/** An MRZ that was read by an older version of the program reports no repairs. */
function findRepairs({ mrz, document_id }: DocumentReading): Finding[] {
  const repairs = mrz?.repaired?.filter(({ reason }) => reason === 'check_digit') ?? [];
  if (repairs.length === 0) return [];
  const places = repairs.map(({ line, column, read, used }) => `${line + 1}:${column + 1} ${read} > ${used}`);
  return [makeFinding('mrz_repaired', { document_id, field: 'mrz', evidence: { characters: repairs.length, places } })];
}

/** A clear image, with confidence in the characters that rules out a misreading. */
function isSurelyRead(mrz: MrzReading, documentId: string, { qualityFindings, policy }: ValidityInput): boolean {
  const clear = !qualityFindings.some((finding) => finding.document_id === documentId);
  return clear && (mrz.confidence ?? 0) > policy.reading.mrz_forged_confidence_above;
}

/** Types that leave open what the document is. */
const OPEN_TYPES: readonly string[] = ['other', 'unknown'] satisfies (DocumentType | 'unknown')[];

/** Reports where the content of a file certainly contradicts its declaration. A type that was found from the content cannot contradict it. */
function findDeclarationFaults(readings: readonly DocumentReading[]): Finding[] {
  return readings.flatMap((reading) => [...findTypeFault(reading), ...findSideFault(reading)]);
}

function findTypeFault({ document_id, type, content }: DocumentReading): Finding[] {
  const { types = [], by = null } = content ?? {};
  if (types.length === 0 || OPEN_TYPES.includes(type) || types.includes(type as DocumentType)) return [];
  const evidence = { declared: type, found: types, by };
  return [makeFinding('document_type_mismatch', { document_id, field: 'documents_meta', evidence })];
}

/** A side is read whatever it was declared as, so this only informs. */
function findSideFault({ document_id, side, content }: DocumentReading): Finding[] {
  const found = content?.side ?? null;
  if (!side || !found || side === found) return [];
  const evidence = { declared: side, found };
  return [makeFinding('document_side_mismatch', { document_id, field: 'documents_meta', evidence })];
}
