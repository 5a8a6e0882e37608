import { z } from 'zod';
import { LIMITS } from '../lib/limits.ts';
import { idField, timeField } from './fields.ts';
import { newHitDecisionSchema } from './hit-decisions.ts';

export const heldAlertsSchema = z
  .object({
    object: z.literal('held_alerts'),
    livemode: z.boolean(),
    alerts: z.int().meta({ description: 'The number of held alerts that you can read' }),
    records: z.int().meta({ description: 'The number of verifications that they belong to' }),
    scan: z
      .object({
        state: z.enum(['running', 'done']),
        from_version: z
          .int()
          .nullable()
          .meta({ description: 'The version of the previous comparison. null: it is unknown' }),
        to_version: z.int(),
        searched: z.int().meta({ description: 'Verifications that were searched again' }),
        share: z.number().min(0).max(1).meta({ description: 'The progress of the scan, from 0 to 1' }),
        started_at: timeField,
        ended_at: timeField.nullable(),
      })
      .nullable()
      .meta({ description: 'The last scan by a new comparison of names' }),
  })
  .meta({
    id: 'HeldAlerts',
    description:
      'The results of a new comparison of names for everyone who was screened before: one task instead of many alerts.',
  });

const ids = z
  .array(idField('alt'))
  .min(1)
  .max(LIMITS.heldAlertsAtOnce, { error: `contains more than ${LIMITS.heldAlertsAtOnce} alerts; send fewer at once` })
  .exactOptional()
  .meta({ description: `The ids of the alerts. If absent: all, ${LIMITS.heldAlertsAtOnce} at a time` });

export const heldIdsSchema = z.strictObject({ ids }).meta({ id: 'HeldIds' });

export const dismissHeldSchema = newHitDecisionSchema
  .omit({ decision: true })
  .extend({ ids })
  .meta({ id: 'DismissHeld' });

export const heldDecidedSchema = z
  .object({
    decided: z.int().meta({
      description: 'The number of alerts released or dismissed now, without other alerts of the same customer',
    }),
    left: z.int().meta({ description: 'The number of alerts still held' }),
  })
  .meta({ id: 'HeldDecided' });

export type HeldAlertsAnswer = z.output<typeof heldAlertsSchema>;
