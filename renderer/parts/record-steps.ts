/** The steps that a person's verification goes through, in their order. */
export const KYC_STEPS = [
  'intake',
  'quality',
  'read',
  'validity',
  'consistency',
  'face',
  'liveness',
  'duplicates',
  'screening',
] as const;

/** The same of a company's. */
export const KYB_STEPS = ['registry', 'screening', 'ownership', 'read', 'documents', 'risk'] as const;
