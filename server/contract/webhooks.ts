import { z } from 'zod';
import { LIMITS } from '../lib/limits.ts';
import { WEBHOOK_KINDS } from '../webhooks/kinds.ts';
import { readOrigin } from '../webhooks/origins.ts';
import { DELIVERY_STATES, DISABLED_REASONS } from '../webhooks/types.ts';
import { idField, textField, timeField, webhookUrlField } from './fields.ts';
import { ids, routes } from './route.ts';
import { pageQuery, pageSchema } from './verification.ts';

const kindSchema = z.enum(WEBHOOK_KINDS).meta({ id: 'WebhookKind' });
const kindsField = z
  .array(kindSchema)
  .min(1, { error: 'is empty; name at least one kind, or send null for all' })
  .nullable()
  .meta({ description: 'Which kinds of events it gets; null: all of them' });

const keepAnswersField = z.boolean().meta({
  default: false,
  description: `Whether the first ${LIMITS.webhookAnswerKeptBytesMax} bytes of each answer are kept and shown to administrators`,
});

export const newEndpointSchema = z
  .object({
    url: webhookUrlField,
    description: textField.exactOptional(),
    kinds: kindsField.exactOptional(),
    enabled: z.boolean().exactOptional().meta({ default: true }),
    keep_answers: keepAnswersField.exactOptional(),
  })
  .meta({ id: 'NewWebhookEndpoint' });

export const endpointChangeSchema = newEndpointSchema.partial().meta({ id: 'WebhookEndpointChange' });

const endpointFields = {
  id: idField('whe'),
  object: z.literal('webhook_endpoint'),
  livemode: z.boolean(),
  url: z.string(),
  description: z.string(),
  kinds: kindsField,
  keep_answers: keepAnswersField,
  enabled: z.boolean(),
  disabled_reason: z.enum(DISABLED_REASONS).nullable().meta({
    description: 'by_hand; gone: it answered 410; failing: five days without a success. null: it is enabled',
  }),
  failing_since: timeField.nullable().meta({ description: 'The first failure since the last success' }),
  previous_secret_until: timeField
    .nullable()
    .meta({ description: 'Until when the former secret signs too, after a rotation' }),
  created_at: timeField,
  updated_at: timeField,
  links: z.object({ self: z.string(), deliveries: z.string() }),
};
const secretField = z.string().meta({ description: 'whsec_ and base64; shown this once' });

export const endpointSchema = z.object(endpointFields).meta({ id: 'WebhookEndpoint' });
export const endpointWithSecretSchema = z
  .object({ ...endpointFields, secret: secretField })
  .meta({ id: 'WebhookEndpointWithSecret' });
export const endpointPageSchema = pageSchema(endpointSchema).meta({ id: 'WebhookEndpointPage' });
export const endpointQuerySchema = z.object(pageQuery);

export const signingSecretSchema = z
  .object({
    object: z.literal('webhook_signing_secret'),
    livemode: z.boolean(),
    secret: z.string(),
    previous_secret_until: timeField.nullable(),
  })
  .meta({ id: 'WebhookSigningSecret', description: 'Signs what goes to the webhook_url of a verification.' });

const attemptFields = {
  at: timeField,
  duration_ms: z.int(),
  status: z.int().nullable().meta({ description: 'Of the answer; null: there was none' }),
  error: z.string().nullable().meta({
    description:
      'status, redirect, timeout, connection_refused, connection_failed, tls_failed, bad_answer, name_not_resolved; null: delivered',
  }),
};
const attemptSchema = z.object(attemptFields);
const headersField = z.record(z.string(), z.string());

const attemptInFullSchema = z.object({
  ...attemptFields,
  request: z
    .object({ url: z.string(), headers: headersField })
    .nullable()
    .meta({ description: 'null: nothing was sent, or it is no longer known' }),
  answer: z
    .object({
      headers: headersField,
      body: z.string().meta({ description: `Of at most ${LIMITS.webhookAnswerKeptBytesMax} bytes, read as UTF-8` }),
      truncated: z.boolean().meta({ description: 'Whether there was more of the body' }),
    })
    .nullable()
    .meta({ description: 'null: there was none, it is no longer known, or keep_answers does not ask for it' }),
});

const deliveryFields = {
  id: idField('whd'),
  object: z.literal('webhook_delivery'),
  event: z.object({ id: idField('evt'), type: z.string() }),
  endpoint_id: idField('whe').nullable(),
  verification_id: idField('ver').nullable().meta({ description: 'Of a delivery to the webhook_url of this one' }),
  state: z.enum(DELIVERY_STATES),
  next_attempt_at: timeField.nullable(),
  error: z.string().nullable().meta({
    description:
      'Of the last attempt; or why it is blocked (url_not_plain, address_forbidden, own_port, not_allowed, origin_not_listed; event_changed: the stored event was changed from outside the appliance) or cancelled (endpoint_disabled, receiver_gone)',
  }),
  attempts: z.array(attemptSchema),
  created_at: timeField,
  updated_at: timeField,
};

export const deliverySchema = z
  .object(deliveryFields)
  .meta({ id: 'WebhookDelivery', description: 'The sending of one event to one receiver.' });

export const deliveryInFullSchema = z
  .object({
    ...deliveryFields,
    attempts: z.array(attemptInFullSchema),
    body: z.string().meta({ description: 'The JSON that is sent, the same with each attempt' }),
  })
  .meta({ id: 'WebhookDeliveryInFull', description: 'A delivery with what was sent and what was answered.' });

export const deliveryPageSchema = pageSchema(deliverySchema).meta({ id: 'WebhookDeliveryPage' });
export const deliveryQuerySchema = z.object({ state: z.enum(DELIVERY_STATES).exactOptional(), ...pageQuery });

const momentField = z.iso.datetime({ error: 'is not a time; send ISO 8601 in UTC, such as 2026-01-31T12:00:00Z' });

export const replaySchema = z
  .object({
    delivery_id: idField('whd').exactOptional(),
    from: momentField.exactOptional(),
    to: momentField.exactOptional().meta({ description: 'Not included' }),
  })
  .meta({
    id: 'WebhookReplay',
    description: `The event of one delivery, or the events of a time (from and to), ${LIMITS.webhookReplayEventsMax} at most`,
  });

export const urlReplaySchema = z.object({ delivery_id: idField('whd') }).meta({ id: 'WebhookUrlReplay' });

export const replayedSchema = z
  .object({ object: z.literal('webhook_replay'), deliveries: z.int() })
  .meta({ id: 'WebhookReplayed', description: 'How many deliveries were made.' });

export const newOriginSchema = z
  .object({
    origin: z
      .string()
      .max(LIMITS.webhookUrlCharsMax, { error: `is longer than ${LIMITS.webhookUrlCharsMax} characters; shorten it` })
      .refine((text) => readOrigin(text) !== null, {
        error: 'is not an origin; send scheme, host and port alone, such as https://hooks.example.org:8443',
      })
      .meta({ format: 'uri', examples: ['https://hooks.example.org:8443'] }),
  })
  .meta({ id: 'NewWebhookOrigin' });

export const originSchema = z
  .object({
    id: idField('who'),
    object: z.literal('webhook_origin'),
    livemode: z.boolean(),
    origin: z.string().meta({ description: 'Scheme, host and port' }),
    confirmed: z.boolean().meta({
      description:
        'false: events went there before there was a list, and no administrator has said since that they may',
    }),
    created_at: timeField,
    links: z.object({ self: z.string() }),
  })
  .meta({ id: 'WebhookOrigin', description: 'Where the webhook_url of a verification may lead.' });

export const originPageSchema = pageSchema(originSchema).meta({ id: 'WebhookOriginPage' });
export const originQuerySchema = z.object(pageQuery);

export type OriginAnswer = z.output<typeof originSchema>;
export type EndpointAnswer = z.output<typeof endpointSchema>;
export type DeliveryAnswer = z.output<typeof deliverySchema>;
export type DeliveryInFullAnswer = z.output<typeof deliveryInFullSchema>;

/** Where events are sent, and what became of each sending. */
export const webhookRoutes = routes({ tag: 'Webhooks', scope: 'admin' })({
  listWebhookEndpoints: {
    at: 'GET /v1/webhook-endpoints',
    summary: 'List webhook endpoints, newest first',
    query: endpointQuerySchema,
    answers: { 200: { description: 'One page', schema: endpointPageSchema, headers: ['Link'] } },
  },
  createWebhookEndpoint: {
    at: 'POST /v1/webhook-endpoints',
    summary: 'Create a webhook endpoint',
    description:
      'Events of the mode of the key are sent to it, signed by Standard Webhooks with the secret of the answer. The URL must be one that the appliance may send to.',
    body: newEndpointSchema,
    invalid: 'The endpoint cannot be made like this. See errors.',
    answers: { 201: { description: 'The endpoint with its secret', schema: endpointWithSecretSchema } },
    problems: [409],
  },
  getWebhookSigningSecret: {
    at: 'GET /v1/webhook-endpoints/signing-secret',
    summary: 'Read the secret that signs what goes to the webhook_url of verifications',
    answers: { 200: { description: 'The secret of the mode of the key', schema: signingSecretSchema } },
  },
  rotateWebhookSigningSecret: {
    at: 'POST /v1/webhook-endpoints/signing-secret/rotate',
    summary: 'Put a new secret in its place; the old one signs too for 24 hours more',
    answers: { 200: { description: 'The new secret', schema: signingSecretSchema } },
  },
  getWebhookEndpoint: {
    at: 'GET /v1/webhook-endpoints/{id}',
    path: ids({ id: 'whe' }),
    summary: 'Retrieve a webhook endpoint',
    answers: { 200: { description: 'The endpoint', schema: endpointSchema } },
  },
  changeWebhookEndpoint: {
    at: 'PATCH /v1/webhook-endpoints/{id}',
    path: ids({ id: 'whe' }),
    summary: 'Change a webhook endpoint, or switch it on or off',
    description: 'Switched off, what waits for it is cancelled; after it is on again, a replay brings it.',
    body: endpointChangeSchema,
    invalid: 'The change is not valid. See errors.',
    answers: { 200: { description: 'The endpoint', schema: endpointSchema } },
  },
  deleteWebhookEndpoint: {
    at: 'DELETE /v1/webhook-endpoints/{id}',
    path: ids({ id: 'whe' }),
    summary: 'Delete a webhook endpoint with its deliveries',
    answers: { 204: { description: 'Deleted' } },
  },
  rotateWebhookSecret: {
    at: 'POST /v1/webhook-endpoints/{id}/rotate-secret',
    path: ids({ id: 'whe' }),
    summary: 'Put a new secret in the place of the old one, which signs too for 24 hours more',
    answers: { 200: { description: 'The endpoint with its new secret', schema: endpointWithSecretSchema } },
  },
  testWebhookEndpoint: {
    at: 'POST /v1/webhook-endpoints/{id}/test',
    path: ids({ id: 'whe' }),
    summary: 'Send a webhook.test event to this endpoint alone',
    answers: { 202: { description: 'The delivery, on its way', schema: deliverySchema } },
    problems: [409],
  },
  listWebhookDeliveries: {
    at: 'GET /v1/webhook-endpoints/{id}/deliveries',
    summary: 'List what was sent to an endpoint, newest first, with each attempt',
    path: ids({ id: 'whe' }),
    query: deliveryQuerySchema,
    answers: { 200: { description: 'One page', schema: deliveryPageSchema, headers: ['Link'] } },
  },
  getWebhookDelivery: {
    at: 'GET /v1/webhook-endpoints/{id}/deliveries/{delivery_id}',
    summary: 'Retrieve a delivery with what was sent and what was answered in each attempt',
    path: ids({ id: 'whe', delivery_id: 'whd' }),
    answers: { 200: { description: 'The delivery in full', schema: deliveryInFullSchema } },
  },
  replayWebhooks: {
    at: 'POST /v1/webhook-endpoints/{id}/replay',
    path: ids({ id: 'whe' }),
    summary: 'Send the event of one delivery, or the events of a time, to this endpoint again',
    description: 'They keep their webhook-id, so that a receiver can tell that it knows them.',
    body: replaySchema,
    invalid: 'The replay is not valid. See errors.',
    answers: { 202: { description: 'On their way', schema: replayedSchema } },
    problems: [409],
  },
  listWebhookOrigins: {
    at: 'GET /v1/webhook-origins',
    summary: 'List the origins that the webhook_url of a verification may lead to, newest first',
    description: 'The origins of webhook endpoints of the mode are allowed beside them.',
    query: originQuerySchema,
    answers: { 200: { description: 'One page', schema: originPageSchema, headers: ['Link'] } },
  },
  allowWebhookOrigin: {
    at: 'POST /v1/webhook-origins',
    summary: 'Allow an origin, or confirm one that is on the list',
    description: 'What is blocked because its webhook_url leads there is sent. CUSTOS_WEBHOOK_ALLOW must allow it too.',
    body: newOriginSchema,
    invalid: 'The origin cannot be allowed like this. See errors.',
    answers: { 201: { description: 'The origin', schema: originSchema } },
    problems: [409],
  },
  removeWebhookOrigin: {
    at: 'DELETE /v1/webhook-origins/{id}',
    path: ids({ id: 'who' }),
    summary: 'Take an origin off the list',
    answers: { 204: { description: 'Removed' } },
  },
  listVerificationDeliveries: {
    at: 'GET /v1/verifications/{id}/deliveries',
    summary: 'List what was sent to the webhook_url of a verification, newest first',
    path: ids({ id: 'ver' }),
    query: deliveryQuerySchema,
    answers: { 200: { description: 'One page', schema: deliveryPageSchema, headers: ['Link'] } },
  },
  replayVerificationDelivery: {
    at: 'POST /v1/verifications/{id}/deliveries/replay',
    summary: 'Send the event of one delivery to the webhook_url of its verification again',
    description: 'It keeps its webhook-id, so that a receiver can tell that it knows it.',
    path: ids({ id: 'ver' }),
    body: urlReplaySchema,
    invalid: 'The replay is not valid. See errors.',
    answers: { 202: { description: 'On its way', schema: replayedSchema } },
  },
});
