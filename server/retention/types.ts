import type { ClockTrust } from '../clock/trust.ts';
import type { Logger } from '../lib/log.ts';
import type { VerificationDeps } from '../verifications/deps.ts';
import type { FaceIndex } from '../verifications/duplicate-faces.ts';
import type { Which } from '../verifications/record-action.ts';
import type { VerificationStatus } from '../verifications/types.ts';

/** How long each kind of data is kept, in whole months. */
export interface RetentionPolicy {
  /** Records, from the end of the relationship, else from their own end. */
  months: number;
  /** Face templates, from the creation of their record; 0: they are not kept at all. */
  biometricsMonths: number;
  /** Whether what is due is erased once a day. */
  purgeDaily: boolean;
}

export interface RetentionDeps extends VerificationDeps {
  log: Logger;
  /** The policy in force now. */
  policy(): RetentionPolicy;
  /** Awaited after keys were destroyed: no copy of them may remain. Never throws. */
  keysDestroyed(): Promise<unknown>;
  clockTrust: Pick<ClockTrust, 'holdsBack'>;
  /** null: face search is off. */
  faceIndex: Pick<FaceIndex, 'forget'> | null;
  /** What a hub was told about records, or will be. */
  reports: {
    /** Takes a record out of what waits and tells the hub, in the transaction of the erasure. */
    erase(verificationId: string): void;
    /** Deletes the files that held it. May be called twice. */
    removeCopies(): void;
  };
}

/** A person requested it, or the retention period ended. */
export type ErasureCause = 'request' | 'retention';

/** What remains of an erased record: no personal data. */
export interface Skeleton extends Which {
  status: VerificationStatus;
  policyVersion: number | null;
  createdAtMs: number;
  /** When the decision became final. */
  endedAtMs: number | null;
  cause: ErasureCause;
  requestedBy: string;
  requestedAtMs: number;
  /** How many files it had. */
  documents: number;
}

/** How long a record is kept, and why. */
export interface Retention {
  relationshipEndedAtMs: number | null;
  legalHold: boolean;
  /** The reason for the legal hold. */
  reason: string | null;
  /** When it is erased; null: the period has not started, or the record is on hold. */
  dueAtMs: number | null;
  /** When its face templates are erased; null: there are none, or the record is on hold. */
  biometricsDueAtMs: number | null;
}
