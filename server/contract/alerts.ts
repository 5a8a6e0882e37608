import { z } from 'zod';
import { ALERT_STATES } from '../alerts/types.ts';
import { hitSchema } from './checks.ts';
import { idField, timeField } from './fields.ts';
import { hitDecisionSchema } from './hit-decisions.ts';
import { pageQuery, pageSchema } from './verification.ts';

export const alertSchema = z
  .object({
    id: idField('alt'),
    object: z.literal('alert'),
    livemode: z.boolean(),
    state: z.enum(ALERT_STATES),
    change: z.enum(['added', 'changed', 'comparison']).meta({
      description:
        'What the new version of the list did to the entry; comparison: nothing, but names are compared otherwise now',
    }),
    kind: z.enum(['kyc', 'kyb']).meta({ description: 'Of the verification' }),
    verification_id: z.string(),
    party: z.string().nullable().meta({
      description:
        'Whom of a company it is about: company, the per_ id of a representative or owner, or register:N; null: the verification is of one person',
    }),
    subject: z.object({ name: z.string().nullable(), reference: z.string().nullable() }).nullable().meta({
      description:
        'Whom the verification is about, and what your own system knows them by (from its metadata). null: the record cannot be read',
    }),
    same_customer: z.array(idField('alt')).meta({
      description:
        'The other alerts of the same customer (by name and birth date or number) about the same record of the list: a decision of this one decides them too',
    }),
    created_at: timeField,
    updated_at: timeField,
    hit: hitSchema,
    decision: hitDecisionSchema.nullable(),
    links: z.object({ self: z.string(), verification: z.string() }),
  })
  .meta({
    id: 'Alert',
    description:
      'Somebody screened before of whom a new list version, or a new comparison of names, tells something new.',
  });

export const alertPageSchema = pageSchema(alertSchema).meta({ id: 'AlertPage' });

export const alertQuerySchema = z.object({
  state: z.enum(ALERT_STATES).exactOptional().meta({ description: 'Absent: all but those that are held' }),
  ...pageQuery,
});

export type AlertAnswer = z.output<typeof alertSchema>;
