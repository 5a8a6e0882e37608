import { z } from 'zod';
import { LIMITS } from '../lib/limits.ts';
import { idField, timeField } from './fields.ts';
import { newHitDecisionSchema } from './hit-decisions.ts';

export const heldAlertsSchema = z
  .object({
    object: z.literal('held_alerts'),
    livemode: z.boolean(),
    alerts: z.int().meta({ description: 'How many are held that you may see' }),
    records: z.int().meta({ description: 'Of how many verifications they are' }),
    scan: z
      .object({
        state: z.enum(['running', 'done']),
        from_version: z.int().nullable().meta({ description: 'Of the comparison before; null: it is not known' }),
        to_version: z.int(),
        searched: z.int().meta({ description: 'Verifications that were searched again' }),
        share: z.number().min(0).max(1).meta({ description: 'How far it has come' }),
        started_at: timeField,
        ended_at: timeField.nullable(),
      })
      .nullable()
      .meta({ description: 'The last scan by a new comparison of names' }),
  })
  .meta({
    id: 'HeldAlerts',
    description:
      'What a new comparison of names finds of those who were screened before: one task, not as many alerts.',
  });

const ids = z
  .array(idField('alt'))
  .min(1)
  .max(LIMITS.heldAlertsAtOnce, { error: `names more than ${LIMITS.heldAlertsAtOnce} alerts; send fewer at once` })
  .exactOptional()
  .meta({ description: `Which ones; absent: all, ${LIMITS.heldAlertsAtOnce} at a time` });

export const heldIdsSchema = z.strictObject({ ids }).meta({ id: 'HeldIds' });

export const dismissHeldSchema = newHitDecisionSchema
  .omit({ decision: true })
  .extend({ ids })
  .meta({ id: 'DismissHeld' });

export const heldDecidedSchema = z
  .object({
    decided: z
      .int()
      .meta({ description: 'How many were released or dismissed now, those of the same customer not counted' }),
    left: z.int().meta({ description: 'How many are held still' }),
  })
  .meta({ id: 'HeldDecided' });

export type HeldAlertsAnswer = z.output<typeof heldAlertsSchema>;
