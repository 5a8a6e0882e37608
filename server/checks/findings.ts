/**
 * Every reason code a check can give: what it says to a person, and what to do about it. What a code means for the
 * decision is the policy's to say (server/decision/policy.ts), not the check's.
 */
export const FINDINGS = {
  image_resolution_too_low: 'The image is smaller than 600x600 pixels. Take a larger picture of the document.',
} as const satisfies Record<string, string>;

export type FindingCode = keyof typeof FINDINGS;
