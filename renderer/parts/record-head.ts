import type { KybVerificationAnswer } from '../../server/contract/kyb-verification.ts';
import type { VerificationAnswer } from '../../server/contract/verification.ts';
import type { RecordPath } from '../client/queue-place.ts';
import type { SaidFinding } from '../text/text.ts';

export type RecordKind = 'kyc' | 'kyb';

/** What people's and companies' records share for the reviewer. */
export type RecordHead = Pick<
  VerificationAnswer,
  'id' | 'status' | 'due_at' | 'review' | 'assignment' | 'errors' | 'links'
>;

/** Returns why the machine did not approve it, even after a reviewer has decided. */
export function reasonsOf({ review, errors }: Pick<RecordHead, 'review' | 'errors'>): RecordHead['errors'] {
  return review?.machine?.errors ?? errors;
}

/** Codes of the findings that prevent approval, and whether they fail the record or require review. */
export type Mattering = ReadonlyMap<string, RecordHead['errors'][number]['severity']>;

/** Properties of the sections of a record's screen. */
export interface RecordPart<T, K extends RecordKind = RecordKind> {
  kind: K;
  /** The record's API path, such as `/v1/verifications/ver_1`. */
  path: RecordPath<K>;
  record: T;
  mattering: Mattering;
  /** Called with the record after an action. */
  onChange: (record: T) => void;
  /** Reloads the record after a change to related data. */
  onReload: () => void;
}

export function matteringOf(record: Pick<RecordHead, 'review' | 'errors'>): Mattering {
  // Failing reasons come first, and a code may be among both.
  return new Map(
    reasonsOf(record)
      .map(({ code, severity }) => [code, severity] as const)
      .toReversed(),
  );
}

/** Returns the findings behind the reasons, with their evidence if the record contains it. */
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

/** Returns the record's subject: a company, or a person as submitted, otherwise as read; empty if unknown. */
export function recordName(record: Named): string {
  if ('company' in record) return record.company.legal_name;
  const { applicant, ocr } = record;
  const read = Object.values(ocr).find(({ last_name: last, first_name: first }) => last || first);
  const { first_name: first = read?.first_name, last_name: last = read?.last_name } = applicant;
  return [first, last].filter(Boolean).join(' ');
}

/** The steps of a person's verification, in order. */
export const KYC_STEPS = [
  'intake',
  'quality',
  'read',
  'authenticity',
  'validity',
  'consistency',
  'face',
  'liveness',
  'duplicates',
  'screening',
] as const;

/** The steps of a company's verification, in order. */
export const KYB_STEPS = ['registry', 'screening', 'ownership', 'read', 'documents', 'risk'] as const;
