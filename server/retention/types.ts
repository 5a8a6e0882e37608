import type { ClockTrust } from '../clock/trust.ts';
import type { Logger } from '../lib/log.ts';
import type { VerificationDeps } from '../verifications/deps.ts';
import type { FaceIndex } from '../verifications/duplicate-faces.ts';
import type { Which } from '../verifications/record-action.ts';
import type { VerificationStatus } from '../verifications/types.ts';

/** How long what is kept, in whole months. */
export interface RetentionPolicy {
  /** Records, from the end of the relationship, else from their own end. */
  months: number;
  /** Templates of faces, from the creation of their record; 0: they are not kept at all. */
  biometricsMonths: number;
  /** Whether what is due is erased once a day. */
  purgeDaily: boolean;
}

export interface RetentionDeps extends VerificationDeps {
  log: Logger;
  /** What is in force now. */
  policy(): RetentionPolicy;
  /** Awaited after keys were destroyed: no copy of them is to stay anywhere. Never throws. */
  keysDestroyed(): Promise<unknown>;
  clockTrust: Pick<ClockTrust, 'holdsBack'>;
  /** null: faces are not searched for. */
  faceIndex: Pick<FaceIndex, 'forget'> | null;
}

/** Somebody asked for it, or its time had come. */
export type ErasureCause = 'request' | 'retention';

/** What is left of an erased record: nothing personal. */
export interface Skeleton extends Which {
  status: VerificationStatus;
  policyVersion: number | null;
  createdAtMs: number;
  /** When it became final. */
  endedAtMs: number | null;
  cause: ErasureCause;
  requestedBy: string;
  requestedAtMs: number;
  /** How many files it had. */
  documents: number;
}

/** What is known of how long a record is kept. */
export interface Retention {
  relationshipEndedAtMs: number | null;
  legalHold: boolean;
  /** Why it is held. */
  reason: string | null;
  /** When it is erased; null: its time does not run, or it is held. */
  dueAtMs: number | null;
  /** When the templates of its faces are erased; null: there are none, or they are held. */
  biometricsDueAtMs: number | null;
}
