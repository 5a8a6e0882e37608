import type { Policy } from '../decision/policy.ts';
import { makeFinding } from './findings.ts';
import type { DocumentReading, FieldName, Finding } from './types.ts';

/** A date as one side of a document gave it. */
interface ReadDate {
  /** YYYY-MM-DD, so that text order is time order. */
  value: string;
  document_id: string;
  /** Proven by its own check digit, or read with a confidence that the policy trusts. */
  sure: boolean;
}

/** Faults of the dates of one document, whose sides are `sides`. `today` is YYYY-MM-DD. */
export function findDateFaults(sides: readonly DocumentReading[], today: string, policy: Policy): Finding[] {
  const dates = (field: FieldName) => sides.flatMap((side) => readDate(side, field, policy));
  return [
    ...findExpiryFault(dates('expiry_date'), today, sides),
    ...findIssueFaults(dates('issue_date'), dates('expiry_date'), today),
    ...findBirthFault(dates('date_of_birth'), today, policy),
  ];
}

function readDate(side: DocumentReading, field: FieldName, policy: Policy): ReadDate[] {
  const read = side.fields[field];
  if (!read || !/^\d{4}-\d{2}-\d{2}$/.test(read.value)) return [];
  const checked = read.source === 'mrz' && side.mrz ? side.mrz.check_digits[field] : undefined;
  const sure = typeof checked === 'boolean' ? checked : read.confidence >= policy.reading.date_confidence_min;
  return [{ value: read.value, document_id: side.document_id, sure }];
}

/** A document is valid up to and including its day of expiry. A sure date outweighs every unsure one. */
function findExpiryFault(dates: ReadDate[], today: string, sides: readonly DocumentReading[]): Finding[] {
  const field = 'expiry_date';
  if (dates.length === 0)
    return sides.slice(0, 1).map(({ document_id }) => makeFinding('expiry_date_unknown', { field, document_id }));
  const sure = dates.filter((date) => date.sure);
  const past = (sure.length > 0 ? sure : dates).find(({ value }) => value < today);
  if (!past) return [];
  const { value, document_id } = past;
  const code = past.sure ? 'document_expired' : 'document_expired_unsure';
  return [makeFinding(code, { field, document_id, evidence: { expiry_date: value, today } })];
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
