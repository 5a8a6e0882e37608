import type { PartyId } from '../checks/kyb/types.ts';
import type { Hit } from '../checks/types.ts';
import type { VerificationKind } from '../verifications/types.ts';

/** `held`: found only by a new name comparison. It belongs to the task that a reviewer releases or dismisses as a whole. */
export const ALERT_STATES = ['open', 'held', 'confirmed', 'dismissed'] as const;
export type AlertState = (typeof ALERT_STATES)[number];

/** Why a reviewer confirmed or dismissed a hit. */
export const HIT_REASONS = [
  'same_person',
  'other_person',
  'other_birth_date',
  'other_identifier',
  'other_country',
  'accepted_risk',
  'other',
] as const;
export type HitReason = (typeof HIT_REASONS)[number];

/** A reviewer's decision on a hit. A later decision on the same hit replaces an earlier one. */
export interface NewHitDecision {
  decision: 'confirmed' | 'dismissed';
  reason: HitReason;
  note: string | null;
  /** The time from which a dismissal no longer counts. null: it does not expire. */
  expiresAtMs: number | null;
}

export interface HitDecision extends NewHitDecision {
  /** A key id or an operator id. */
  decidedBy: string;
  decidedAtMs: number;
}

/** An alert on an already screened subject for whom a new list version, or a new name comparison, finds something new. */
export interface Alert {
  /** `alt_...` */
  id: string;
  /** Of the verification. */
  kind: VerificationKind;
  verificationId: string;
  /** The party of a company's verification that it is about. null: the verification is of one person. */
  party: PartyId | null;
  livemode: boolean;
  state: AlertState;
  /** What happened to the entry in that version of the list. `comparison`: nothing, but names are now compared differently. */
  change: 'added' | 'changed' | 'comparison';
  createdAtMs: number;
  updatedAtMs: number;
  hit: Hit;
  decision: HitDecision | null;
}
