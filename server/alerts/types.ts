import type { PartyId } from '../checks/kyb/types.ts';
import type { Hit } from '../checks/types.ts';
import type { VerificationKind } from '../verifications/types.ts';

/** `held`: found by a new comparison of names alone; one of the task that a person releases or dismisses as a whole. */
export const ALERT_STATES = ['open', 'held', 'confirmed', 'dismissed'] as const;
export type AlertState = (typeof ALERT_STATES)[number];

/** Why a person confirmed or dismissed a hit. */
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

/** What a person says of a hit. A later decision about the same hit takes the place of an earlier one. */
export interface NewHitDecision {
  decision: 'confirmed' | 'dismissed';
  reason: HitReason;
  note: string | null;
  /** From then on a dismissal counts no more; null: it does not end by time. */
  expiresAtMs: number | null;
}

export interface HitDecision extends NewHitDecision {
  /** A key id or an operator id. */
  decidedBy: string;
  decidedAtMs: number;
}

/** Somebody screened before of whom a new list version, or a new comparison of names, tells something new. */
export interface Alert {
  /** `alt_...` */
  id: string;
  /** Of the verification. */
  kind: VerificationKind;
  verificationId: string;
  /** Whom of a company's verification it is about; null: the verification is of one person. */
  party: PartyId | null;
  livemode: boolean;
  state: AlertState;
  /** What happened to the entry in that version of the list; `comparison`: nothing, but names are compared otherwise now. */
  change: 'added' | 'changed' | 'comparison';
  createdAtMs: number;
  updatedAtMs: number;
  hit: Hit;
  decision: HitDecision | null;
}
