import { makeFinding } from './findings.ts';
import { findPeriodFaults } from './periods.ts';
import type { Policy } from './policy.ts';
import type { DocumentReading, FieldName, Finding, ReadField } from './types.ts';

/** How far a date can be trusted. Dates at `sure` and above may fail a record; `doubtful` ones may not pass one. */
const TRUST = { doubtful: 0, usable: 1, sure: 2, proven: 3 } as const;

type Trust = (typeof TRUST)[keyof typeof TRUST];

/** A date as one side of a document gave it. */
interface ReadDate {
  /** YYYY-MM-DD, so that text order is time order. */
  value: string;
  document_id: string;
  trust: Trust;
  guessed: boolean;
}

/**
 * Returns the faults of the dates of one document.
 * @param sides the sides of the document
 * @param today YYYY-MM-DD
 */
export function findDateFaults(sides: readonly DocumentReading[], today: string, policy: Policy): Finding[] {
  const dates = (field: FieldName) => sides.flatMap((side) => readDate(side, field, policy));
  return [
    ...findExpiryFault(dates('expiry_date'), today, sides),
    ...findIssueFaults(dates('issue_date'), dates('expiry_date'), today),
    ...findBirthFault(dates('date_of_birth'), today, policy),
    ...findPeriodFaults(sides[0]?.type, dates, today, policy),
  ];
}

function readDate(side: DocumentReading, field: FieldName, policy: Policy): ReadDate[] {
  const read = side.fields[field];
  if (!read || !/^\d{4}-\d{2}-\d{2}$/.test(read.value)) return [];
  const said = [read, ...(side.also_read?.[field] ?? [])].filter(({ value }) => value === read.value);
  const guessed = said.every(({ source }) => source === 'mrz');
  return [{ value: read.value, document_id: side.document_id, trust: trustIn(read, field, side, policy), guessed }];
}

/**
 * Whether a date was read with enough confidence to count against the applicant. It must come from an MRZ that is valid as a
 * whole, from a barcode, or from printed text that the policy trusts.
 */
export function isSureDate(side: DocumentReading, field: FieldName, policy: Policy): boolean {
  const read = side.fields[field];
  return read !== undefined && trustIn(read, field, side, policy) >= TRUST.sure;
}

/** One correct check digit in an MRZ with other wrong ones proves little: the same misreading may have hit this field too. */
function trustIn(read: ReadField, field: FieldName, { mrz }: DocumentReading, policy: Policy): Trust {
  const { date_confidence_min, date_valid_confidence_min } = policy.reading;
  if (read.source === 'barcode') return TRUST.proven;
  if (read.source === 'person') return TRUST.sure;
  const digit = read.source === 'mrz' ? mrz?.check_digits[field] : undefined;
  if (typeof digit === 'boolean') {
    if (!digit) return TRUST.doubtful;
    return mrz?.valid ? TRUST.proven : TRUST.usable;
  }
  if (read.confidence >= date_confidence_min) return TRUST.sure;
  return read.confidence >= date_valid_confidence_min ? TRUST.usable : TRUST.doubtful;
}

/** A document is valid up to and including its day of expiry. The most trusted readings decide: they must all be in the past to fail the record. */
function findExpiryFault(dates: ReadDate[], today: string, sides: readonly DocumentReading[]): Finding[] {
  const field = 'expiry_date';
  if (dates.length === 0)
    return sides.slice(0, 1).map(({ document_id }) => makeFinding('expiry_date_unknown', { field, document_id }));
  const trust = Math.max(...dates.map((date) => date.trust));
  const best = dates.filter((date) => date.trust === trust);
  const past = best.find(({ value }) => value < today);
  if (past) {
    const { value, document_id } = past;
    const certain = trust >= TRUST.sure && best.every((date) => date.value < today);
    const code = certain ? 'document_expired' : 'document_expired_unsure';
    return [makeFinding(code, { field, document_id, evidence: { expiry_date: value, today } })];
  }
  const repeated = dates.length > 1 && dates.every(({ value }) => value === dates[0]?.value);
  if (trust > TRUST.doubtful || repeated) return [];
  return best.slice(0, 1).map(({ document_id }) => makeFinding('expiry_date_unsure', { field, document_id }));
}

function findIssueFaults([issued]: ReadDate[], [expiry]: ReadDate[], today: string): Finding[] {
  if (!issued) return [];
  const { value: issue_date, document_id } = issued;
  const where = { field: 'issue_date', document_id };
  const findings: Finding[] = [];
  if (expiry && issue_date > expiry.value)
    findings.push(makeFinding('issue_after_expiry', { ...where, evidence: { issue_date, expiry_date: expiry.value } }));
  if (issue_date > today)
    findings.push(makeFinding('issue_date_in_future', { ...where, evidence: { issue_date, today } }));
  return findings;
}

function findBirthFault(dates: ReadDate[], today: string, policy: Policy): Finding[] {
  const earliest = `${Number(today.slice(0, 4)) - policy.reading.age_years_max}${today.slice(4)}`;
  const odd = dates.find(({ value }) => value > today || value < earliest);
  if (!odd) return [];
  const { value: date_of_birth, document_id } = odd;
  return [makeFinding('birth_date_implausible', { field: 'date_of_birth', document_id, evidence: { date_of_birth } })];
}
