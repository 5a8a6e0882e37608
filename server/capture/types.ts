import type { DocumentSide, DocumentType } from '../checks/types.ts';
import type { LivenessCapture, Submission, SubmittedCapture } from '../verifications/types.ts';
import type { ApplicantLanguage } from '../vocabulary/consent-text.ts';

/** The states of a capture session, in their order. The last three are final. */
export const CAPTURE_STATES = [
  'created',
  'claimed',
  'consented',
  'capturing',
  'submitted',
  'done',
  'canceled',
  'expired',
] as const;

export type CaptureState = (typeof CAPTURE_STATES)[number];

/** Why a session ended, or what failed last. */
export const CAPTURE_FAULTS = [
  'consent_denied',
  'left_by_applicant',
  'canceled_by_operator',
  'not_claimed',
  'session_expired',
  'record_changed',
  'record_erased',
  'attempts_used_up',
] as const;

export type CaptureFault = (typeof CAPTURE_FAULTS)[number];

/** Why an attempt of the challenge failed. A page learns no more, because an attacker reads it too. */
export const CHALLENGE_REASONS = [
  'time_over',
  'move_not_seen',
  'wrong_move',
  'no_face',
  'several_faces',
  'face_too_small',
  'face_lost',
  'too_slow',
  'frames_missing',
  'too_few_frames',
  'too_many_frames',
  'repeated_frame',
  'frozen_frame',
  'protocol',
  'not_proven',
] as const;

export type ChallengeReason = (typeof CHALLENGE_REASONS)[number];

/** The documents that an applicant may choose. */
export const CAPTURE_CHOICES = ['passport', 'national_id', 'driving_license', 'residence_permit', 'other'] as const;

export type CaptureChoice = (typeof CAPTURE_CHOICES)[number];

/** What a page tells the applicant to do, one at a time. */
export const GUIDANCE_CODES = [
  'document_not_found',
  'too_far',
  'too_close',
  'tilted',
  'blurred',
  'too_dark',
  'too_bright',
  'glare',
  'hold_still',
  'wrong_side',
  'no_face',
  'several_faces',
  'off_center',
  'look_ahead',
  'turn_left',
  'turn_right',
  'look_up',
  'look_down',
  'too_fast',
] as const;

export type GuidanceCode = (typeof GUIDANCE_CODES)[number];

/** Plain in the database: it names no person. */
export interface CaptureStep {
  /** `document_1`, `document_2`, ... or `face`. */
  id: string;
  kind: 'document' | 'face';
  /** null: the applicant has not chosen yet, or it is the face. */
  documentType: DocumentType | null;
  side: DocumentSide | null;
  /** `attended`: an operator looks instead of the challenge. `failed`: the challenge has no attempt left. */
  state: 'waiting' | 'captured' | 'failed' | 'attended';
  attemptsLeft: number;
  lastError: ChallengeReason | null;
}

/** A sealed file of a session. */
export interface SessionFile {
  documentId: string;
  /** SHA-256 of the plain bytes, hex. */
  sha256: string;
}

/** What a session holds, sealed under its own key until its end. */
export interface CaptureContent {
  /** For a new verification; null: for documents of one that exists. */
  request: Pick<Submission, 'applicant' | 'metadata' | 'webhook_url'> | null;
  /** Who says which documents are captured. */
  choice: 'applicant' | 'office';
  /** Until a device has claimed the session. */
  opening: { token: string; pairingCode: string } | null;
  consent: SubmittedCapture['consent'] | null;
  /** The picture of each step, by the step's id. */
  pictures: Record<string, SessionFile>;
  /** The challenge of the face step; its `frames` are files of the session. */
  challenge: LivenessCapture | null;
}

/** A session, as its row holds it. Times are milliseconds since 1970. */
export interface CaptureSession {
  id: string;
  livemode: boolean;
  state: CaptureState;
  purpose: 'verification' | 'requested_documents';
  verificationId: string | null;
  clientReference: string | null;
  language: ApplicantLanguage;
  liveness: 'required' | 'offered' | 'off';
  createdBy: string;
  createdAtMs: number;
  claimByMs: number;
  expiresAtMs: number;
  endedAtMs: number | null;
  device: { kind: 'kiosk' | 'link'; network: 'machine' | 'office' } | null;
  /** Whether an operator must compare the codes of both screens after a link was opened. */
  confirmation: 'required' | 'off';
  confirmationCode: string | null;
  confirmed: boolean;
  attended: SubmittedCapture['attended'];
  lastError: CaptureFault | null;
  steps: CaptureStep[];
}

/** Moves of the head in one challenge. */
export const MOVES_OF_CHALLENGE = 3;
