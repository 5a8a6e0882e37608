/** What a person's file may be said to be. */
export const DOCUMENT_TYPES = [
  'national_id',
  'passport',
  'driving_license',
  'residence_permit',
  'selfie',
  'proof_of_address',
  'other',
] as const;
