import type { z } from 'zod';
import type { newReviewSchema } from '../../server/contract/reviews.ts';
import type { RecordKind } from './record-head.ts';

export type NewReviewBody = z.output<typeof newReviewSchema>;
export type Decision = NewReviewBody['decision'];
export type Reason = NewReviewBody['reason'];

/** The reasons in the order of their keys; `only`: the kind of record that they fit. */
const REASONS: Readonly<Record<Decision, readonly { reason: Reason; only?: RecordKind }[]>> = {
  approve: [
    { reason: 'documents_examined' },
    { reason: 'same_person', only: 'kyc' },
    { reason: 'data_explained' },
    { reason: 'hits_dismissed' },
    { reason: 'quality_sufficient' },
    { reason: 'confirmed_elsewhere' },
    { reason: 'accepted_risk' },
    { reason: 'other' },
  ],
  reject: [
    { reason: 'document_forged' },
    { reason: 'document_invalid' },
    { reason: 'document_unreadable' },
    { reason: 'other_person', only: 'kyc' },
    { reason: 'company_not_confirmed', only: 'kyb' },
    { reason: 'owners_not_confirmed', only: 'kyb' },
    { reason: 'data_disagree' },
    { reason: 'listed' },
    { reason: 'documents_not_sent' },
    { reason: 'suspected_fraud' },
    { reason: 'risk_too_high' },
    { reason: 'other' },
  ],
};

export interface ReasonChoice {
  reason: Reason;
  /** The digit that chooses it; null: there are more reasons than digits. */
  key: string | null;
}

/** Returns the reasons for a decision, with their digits: 1 to 9 in order, 0 always for "other". */
export function reasonChoices(kind: RecordKind, decision: Decision): ReasonChoice[] {
  const fitting = REASONS[decision].filter(({ only }) => only === undefined || only === kind);
  return fitting.map(({ reason }, i) => ({ reason, key: reason === 'other' ? '0' : i < 9 ? String(i + 1) : null }));
}
