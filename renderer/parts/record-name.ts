import type { KybVerificationAnswer } from '../../server/contract/kyb-verification.ts';
import type { VerificationAnswer } from '../../server/contract/verification.ts';

type Named = Pick<VerificationAnswer, 'applicant' | 'ocr'> | Pick<KybVerificationAnswer, 'company'>;

/** Whom a record is about: a company, or a person as submitted, else as read; empty: not known. */
export function recordName(record: Named): string {
  if ('company' in record) return record.company.legal_name;
  const { applicant, ocr } = record;
  const read = Object.values(ocr).find(({ last_name: last, first_name: first }) => last || first);
  const { first_name: first = read?.first_name, last_name: last = read?.last_name } = applicant;
  return [first, last].filter(Boolean).join(' ');
}
