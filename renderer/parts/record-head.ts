import type { KybVerificationAnswer } from '../../server/contract/kyb-verification.ts';
import type { VerificationAnswer } from '../../server/contract/verification.ts';
import type { RecordPath } from '../client/queue-place.ts';
import type { SaidFinding } from '../text/text.ts';

export type RecordKind = 'kyc' | 'kyb';

/** What the records of persons and of companies have in common for whoever decides on them. */
export type RecordHead = Pick<VerificationAnswer, 'id' | 'status' | 'review' | 'assignment' | 'errors' | 'links'>;

/** Why the machine did not let it pass; also after a person has. */
export function reasonsOf({ review, errors }: Pick<RecordHead, 'review' | 'errors'>): RecordHead['errors'] {
  return review?.machine?.errors ?? errors;
}

/** Codes of the findings that stand in the way, and whether they fail the record or ask for a person. */
export type Mattering = ReadonlyMap<string, RecordHead['errors'][number]['severity']>;

/** What the parts of a record's screen are given. */
export interface RecordPart<T, K extends RecordKind = RecordKind> {
  kind: K;
  /** The record's on the appliance, such as `/v1/verifications/ver_1`. */
  path: RecordPath<K>;
  record: T;
  mattering: Mattering;
  /** Takes the record as it is after an act. */
  onChange: (record: T) => void;
  /** Asks for the record again, after a change of what belongs to it. */
  onReload: () => void;
}

export function matteringOf(record: Pick<RecordHead, 'review' | 'errors'>): Mattering {
  // Failing reasons come first, and a code may stand among both.
  return new Map(
    reasonsOf(record)
      .map(({ code, severity }) => [code, severity] as const)
      .toReversed(),
  );
}

/** The reasons as the findings that they are of, with their evidence, as far as the record holds these. */
export function reasonFindings<F extends SaidFinding>(record: RecordHead, findings: readonly F[]): (F | SaidFinding)[] {
  const left = [...findings];
  return reasonsOf(record).map((reason) => {
    const at = left.findIndex(({ code, message }) => code === reason.code && message === reason.message);
    return at < 0 ? reason : (left.splice(at, 1)[0] ?? reason);
  });
}

export const isRunning = ({ status }: Pick<RecordHead, 'status'>): boolean =>
  status === 'pending' || status === 'processing';

export const isEnded = ({ status }: Pick<RecordHead, 'status'>): boolean =>
  status === 'completed' || status === 'failed';

type Named = Pick<VerificationAnswer, 'applicant' | 'ocr'> | Pick<KybVerificationAnswer, 'company'>;

/** Whom a record is about: a company, or a person as submitted, else as read; empty: not known. */
export function recordName(record: Named): string {
  if ('company' in record) return record.company.legal_name;
  const { applicant, ocr } = record;
  const read = Object.values(ocr).find(({ last_name: last, first_name: first }) => last || first);
  const { first_name: first = read?.first_name, last_name: last = read?.last_name } = applicant;
  return [first, last].filter(Boolean).join(' ');
}

/** The steps that a person's verification goes through, in their order. */
export const KYC_STEPS = [
  'intake',
  'quality',
  'read',
  'validity',
  'consistency',
  'face',
  'liveness',
  'duplicates',
  'screening',
] as const;

/** The same of a company's. */
export const KYB_STEPS = ['registry', 'screening', 'ownership', 'read', 'documents', 'risk'] as const;
