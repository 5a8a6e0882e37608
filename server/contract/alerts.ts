import { z } from 'zod';
import { ALERT_STATES } from '../alerts/types.ts';
import { hitSchema } from './checks.ts';
import { idField, timeField } from './fields.ts';
import { dismissHeldSchema, heldAlertsSchema, heldDecidedSchema, heldIdsSchema } from './held-alerts.ts';
import { hitDecisionSchema, newHitDecisionSchema } from './hit-decisions.ts';
import { ids, routes } from './route.ts';
import { pageQuery, pageSchema } from './verification.ts';

export const alertSchema = z
  .object({
    id: idField('alt'),
    object: z.literal('alert'),
    livemode: z.boolean(),
    state: z.enum(ALERT_STATES),
    change: z.enum(['added', 'changed', 'comparison']).meta({
      description:
        'What the new list version changed in the entry. comparison: nothing; only the comparison of names changed',
    }),
    kind: z.enum(['kyc', 'kyb']).meta({ description: 'kyc: about a person. kyb: about a company' }),
    verification_id: z.string().meta({ description: 'The id of the verification' }),
    party: z.string().nullable().meta({
      description:
        'The party of a company that the alert is about: company, the per_ id of a representative or owner, or register:N. null: the verification is about one person',
    }),
    subject: z.object({ name: z.string().nullable(), reference: z.string().nullable() }).nullable().meta({
      description:
        'The name of the applicant or company, and your own reference from the metadata. null: the record cannot be read',
    }),
    same_customer: z.array(idField('alt')).meta({
      description:
        'The other alerts for the same customer (by name and birth date or number) and the same list entry. A decision on this alert also decides them',
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
      'A new result for a person or company that was screened before, from a new list version or a new comparison of names.',
  });

export const alertPageSchema = pageSchema(alertSchema).meta({ id: 'AlertPage' });

export const alertQuerySchema = z.object({
  state: z.enum(ALERT_STATES).exactOptional().meta({ description: 'If absent: all alerts except held ones' }),
  ...pageQuery,
});

export type AlertAnswer = z.output<typeof alertSchema>;

/** Alerts, and decisions on hits. */
export const alertRoutes = routes({ tag: 'Alerts' })({
  listAlerts: {
    at: 'GET /v1/alerts',
    summary: 'List alerts, newest first',
    description:
      'An alert means that a new watchlist version concerns a person or company that was screened before. Alerts about people require a key with kyc:read, and alerts about companies require kyb:read. Other alerts are not listed.',
    scope: ['kyc:read', 'kyb:read'],
    query: alertQuerySchema,
    answers: { 200: { description: 'One page', schema: alertPageSchema, headers: ['Link'] } },
  },
  getHeldAlerts: {
    at: 'GET /v1/alerts/held',
    summary: 'Retrieve the task of a new comparison of names',
    description:
      'If a new version of Custos changes the comparison of names, it searches again for everyone who was screened before. Alerts that result only from this change are held. List them with state=held, then release or dismiss them.',
    scope: ['kyc:read', 'kyb:read'],
    answers: {
      200: { description: 'The number of held alerts and the progress of the scan', schema: heldAlertsSchema },
    },
  },
  releaseHeldAlerts: {
    at: 'POST /v1/alerts/held/release',
    summary: 'Release held alerts',
    description: 'Each becomes a normal alert and sends its event.',
    scope: ['kyc:review', 'kyb:review'],
    body: heldIdsSchema,
    invalid: 'The alerts are not valid. See errors.',
    answers: { 200: { description: 'The number of released alerts', schema: heldDecidedSchema } },
    problems: [404],
  },
  dismissHeldAlerts: {
    at: 'POST /v1/alerts/held/dismiss',
    summary: 'Dismiss held alerts',
    scope: ['kyc:review', 'kyb:review'],
    body: dismissHeldSchema,
    invalid: 'The decision is not valid. See errors.',
    answers: { 200: { description: 'The number of dismissed alerts', schema: heldDecidedSchema } },
    problems: [404],
  },
  getAlert: {
    at: 'GET /v1/alerts/{id}',
    summary: 'Retrieve an alert',
    scope: ['kyc:read', 'kyb:read'],
    path: ids({ id: 'alt' }),
    answers: { 200: { description: 'The alert', schema: alertSchema } },
  },
  decideAlert: {
    at: 'POST /v1/alerts/{id}/decision',
    summary: 'Confirm or dismiss an alert',
    scope: ['kyc:review', 'kyb:review'],
    path: ids({ id: 'alt' }),
    body: newHitDecisionSchema,
    invalid: 'The decision is not valid. See errors.',
    answers: { 200: { description: 'The alert with its decision', schema: alertSchema } },
  },
  decideHit: {
    at: 'POST /v1/verifications/{id}/hits/{hit_id}',
    summary: 'Confirm or dismiss a hit of a verification',
    description:
      'The result does not change. A dismissed entry no longer counts for the same person until the person or the entry changes, or the dismissal expires.',
    scope: 'kyc:review',
    path: ids({ id: 'ver', hit_id: 'hit' }),
    body: newHitDecisionSchema,
    invalid: 'The decision is not valid. See errors.',
    answers: { 200: { description: 'The decision', schema: hitDecisionSchema } },
  },
});
