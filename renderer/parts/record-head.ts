import type { VerificationAnswer } from '../../server/api/contract/verification.ts';

export type RecordKind = 'kyc' | 'kyb';

/** What the records of persons and of companies have in common for whoever decides on them. */
export type RecordHead = Pick<VerificationAnswer, 'id' | 'status' | 'review' | 'assignment' | 'errors' | 'links'>;

/** Why the machine did not let it pass; also after a person has. */
export function reasonsOf({ review, errors }: Pick<RecordHead, 'review' | 'errors'>): RecordHead['errors'] {
  return review?.machine?.errors ?? errors;
}

export const isRunning = ({ status }: Pick<RecordHead, 'status'>): boolean =>
  status === 'pending' || status === 'processing';

export const isEnded = ({ status }: Pick<RecordHead, 'status'>): boolean =>
  status === 'completed' || status === 'failed';
