import { z } from 'zod';
import { HIT_REASONS } from '../alerts/types.ts';
import { LIMITS } from '../lib/limits.ts';
import { timeField } from './fields.ts';

export const hitDecisionSchema = z
  .object({
    decision: z.enum(['confirmed', 'dismissed']),
    reason: z.enum(HIT_REASONS),
    note: z.string().nullable(),
    expires_at: timeField.nullable(),
    decided_by: z.string(),
    decided_at: timeField,
  })
  .meta({
    id: 'HitDecision',
    description: "A person's decision on a hit. It does not change the result.",
  });

export const newHitDecisionSchema = z
  .object({
    decision: z.enum(['confirm', 'dismiss']),
    reason: z.enum(HIT_REASONS),
    note: z
      .string()
      .max(LIMITS.noteCharsMax, { error: `is longer than ${LIMITS.noteCharsMax} characters; shorten it` })
      .exactOptional(),
    expires_at: z.iso
      .datetime({ error: 'is not a time; send ISO 8601 in UTC, such as 2030-01-31T12:00:00Z' })
      .meta({ description: 'From this time, the dismissal no longer counts' })
      .exactOptional(),
  })
  .meta({ id: 'NewHitDecision' });

export type HitDecisionAnswer = z.output<typeof hitDecisionSchema>;
export type NewHitDecisionBody = z.output<typeof newHitDecisionSchema>;
