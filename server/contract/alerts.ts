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

/** Alerts, and decisions on hits. */
export const alertRoutes = routes({ tag: 'Alerts' })({
  listAlerts: {
    at: 'GET /v1/alerts',
    summary: 'List alerts, newest first',
    description:
      'An alert tells that a new version of a watchlist bears on somebody who was screened before. Those of people need a key with kyc:read, those of companies one with kyb:read; others are not listed.',
    scope: ['kyc:read', 'kyb:read'],
    query: alertQuerySchema,
    answers: { 200: { description: 'One page', schema: alertPageSchema, headers: ['Link'] } },
  },
  getHeldAlerts: {
    at: 'GET /v1/alerts/held',
    summary: 'The task of a new comparison of names',
    description:
      'Where a new version of Custos compares names otherwise, everybody who was screened before is searched again. What that alone finds is held: list it with state=held, and release or dismiss it.',
    scope: ['kyc:read', 'kyb:read'],
    answers: { 200: { description: 'How many are held, and how far the scan is', schema: heldAlertsSchema } },
  },
  releaseHeldAlerts: {
    at: 'POST /v1/alerts/held/release',
    summary: 'Open held alerts',
    description: 'Each becomes an alert like any other, with its event.',
    scope: ['kyc:review', 'kyb:review'],
    body: heldIdsSchema,
    invalid: 'The alerts are not valid. See errors.',
    answers: { 200: { description: 'How many were released', schema: heldDecidedSchema } },
    problems: [404],
  },
  dismissHeldAlerts: {
    at: 'POST /v1/alerts/held/dismiss',
    summary: 'Dismiss held alerts',
    scope: ['kyc:review', 'kyb:review'],
    body: dismissHeldSchema,
    invalid: 'The decision is not valid. See errors.',
    answers: { 200: { description: 'How many were dismissed', schema: heldDecidedSchema } },
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
    answers: { 200: { description: 'The alert with the decision', schema: alertSchema } },
  },
  decideHit: {
    at: 'POST /v1/verifications/{id}/hits/{hit_id}',
    summary: 'Confirm or dismiss a hit of a verification',
    description:
      'The result stays as it is. A dismissed entry counts no more for the same person, until the person or the entry changes or the dismissal expires.',
    scope: 'kyc:review',
    path: ids({ id: 'ver', hit_id: 'hit' }),
    body: newHitDecisionSchema,
    invalid: 'The decision is not valid. See errors.',
    answers: { 200: { description: 'The decision', schema: hitDecisionSchema } },
  },
});
