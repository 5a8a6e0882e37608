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

/** Why an attempt of the challenge failed. */
export const CHALLENGE_REASONS = [
  'time_over',
  'move_not_seen',
  'face_lost',
  'several_faces',
  'face_changed',
  'jump',
  'backdrop_changed',
  'too_few_frames',
  'too_many_frames',
  'frames_repeated',
  'frames_frozen',
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
