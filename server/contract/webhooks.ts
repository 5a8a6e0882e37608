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
  .min(1, { error: 'is empty; send at least one kind, or null for all' })
  .nullable()
  .meta({ description: 'The kinds of events that it receives. null: all kinds' });

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
    description:
      'by_hand: a person disabled it. gone: it answered 410. failing: five days without a success. null: it is enabled',
  }),
  failing_since: timeField.nullable().meta({ description: 'The first failure since the last success' }),
  previous_secret_until: timeField
    .nullable()
    .meta({ description: 'Until when the old secret also signs, after a rotation' }),
  created_at: timeField,
  updated_at: timeField,
  links: z.object({ self: z.string(), deliveries: z.string() }),
};
const secretField = z.string().meta({ description: 'whsec_ followed by base64. Shown only once' });

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
  .meta({ id: 'WebhookSigningSecret', description: 'Signs deliveries to the webhook_url of a verification.' });

const attemptFields = {
  at: timeField,
  duration_ms: z.int(),
  status: z.int().nullable().meta({ description: 'Status of the response. null: there was no response' }),
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
    .meta({ description: 'null: nothing was sent, or it is no longer stored' }),
  answer: z
    .object({
      headers: headersField,
      body: z
        .string()
        .meta({ description: `At most ${LIMITS.webhookAnswerKeptBytesMax} bytes of the body, read as UTF-8` }),
      truncated: z.boolean().meta({ description: 'Whether the body was longer' }),
    })
    .nullable()
    .meta({ description: 'null: there was no response, it is no longer stored, or keep_answers is off' }),
});

const deliveryFields = {
  id: idField('whd'),
  object: z.literal('webhook_delivery'),
  event: z.object({ id: idField('evt'), type: z.string() }),
  endpoint_id: idField('whe').nullable(),
  verification_id: idField('ver')
    .nullable()
    .meta({ description: 'For a delivery to a webhook_url: the id of its verification' }),
  state: z.enum(DELIVERY_STATES),
  next_attempt_at: timeField.nullable(),
  error: z.string().nullable().meta({
    description:
      'The error of the last attempt, or why the delivery is blocked or cancelled. Blocked: url_not_plain, address_forbidden, own_port, not_allowed, origin_not_listed, or event_changed (the stored event was changed outside the appliance). Cancelled: endpoint_disabled, receiver_gone',
  }),
  attempts: z.array(attemptSchema),
  created_at: timeField,
  updated_at: timeField,
};

export const deliverySchema = z
  .object(deliveryFields)
  .meta({ id: 'WebhookDelivery', description: 'The delivery of one event to one receiver.' });

export const deliveryInFullSchema = z
  .object({
    ...deliveryFields,
    attempts: z.array(attemptInFullSchema),
    body: z.string().meta({ description: 'The JSON that is sent, the same in each attempt' }),
  })
  .meta({ id: 'WebhookDeliveryInFull', description: 'A delivery with its requests and responses.' });

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
    description: `The event of one delivery, or the events of a period (from and to), at most ${LIMITS.webhookReplayEventsMax}`,
  });

export const urlReplaySchema = z.object({ delivery_id: idField('whd') }).meta({ id: 'WebhookUrlReplay' });

export const replayedSchema = z
  .object({ object: z.literal('webhook_replay'), deliveries: z.int() })
  .meta({ id: 'WebhookReplayed', description: 'The number of created deliveries.' });

export const newOriginSchema = z
  .object({
    origin: z
      .string()
      .max(LIMITS.webhookUrlCharsMax, { error: `is longer than ${LIMITS.webhookUrlCharsMax} characters; shorten it` })
      .refine((text) => readOrigin(text) !== null, {
        error: 'is not an origin; send only scheme, host and port, such as https://hooks.example.org:8443',
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
      description: 'false: an earlier version sent events there, and no administrator has confirmed the origin since',
    }),
    created_at: timeField,
    links: z.object({ self: z.string() }),
  })
  .meta({ id: 'WebhookOrigin', description: 'An allowed origin for the webhook_url of a verification.' });

export const originPageSchema = pageSchema(originSchema).meta({ id: 'WebhookOriginPage' });
export const originQuerySchema = z.object(pageQuery);

export type OriginAnswer = z.output<typeof originSchema>;
export type EndpointAnswer = z.output<typeof endpointSchema>;
export type DeliveryAnswer = z.output<typeof deliverySchema>;
export type DeliveryInFullAnswer = z.output<typeof deliveryInFullSchema>;

/** Webhook endpoints and deliveries. */
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
      "The appliance sends the events of the key's mode to it, signed by Standard Webhooks with the secret in the response. The URL must be an allowed destination.",
    body: newEndpointSchema,
    invalid: 'The endpoint request is not valid. See errors.',
    answers: { 201: { description: 'The endpoint with its secret', schema: endpointWithSecretSchema } },
    problems: [409],
  },
  getWebhookSigningSecret: {
    at: 'GET /v1/webhook-endpoints/signing-secret',
    summary: 'Retrieve the secret that signs deliveries to the webhook_url of verifications',
    answers: { 200: { description: "The secret of the key's mode", schema: signingSecretSchema } },
  },
  rotateWebhookSigningSecret: {
    at: 'POST /v1/webhook-endpoints/signing-secret/rotate',
    summary: 'Replace the secret. The old one also signs for 24 more hours',
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
    summary: 'Change, enable or disable a webhook endpoint',
    description: 'Disabling it cancels waiting deliveries. After you enable it again, a replay sends them.',
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
    summary: 'Replace the secret. The old one also signs for 24 more hours',
    answers: { 200: { description: 'The endpoint with its new secret', schema: endpointWithSecretSchema } },
  },
  testWebhookEndpoint: {
    at: 'POST /v1/webhook-endpoints/{id}/test',
    path: ids({ id: 'whe' }),
    summary: 'Send a webhook.test event to this endpoint only',
    answers: { 202: { description: 'The delivery, on its way', schema: deliverySchema } },
    problems: [409],
  },
  listWebhookDeliveries: {
    at: 'GET /v1/webhook-endpoints/{id}/deliveries',
    summary: 'List the deliveries to an endpoint, newest first, with each attempt',
    path: ids({ id: 'whe' }),
    query: deliveryQuerySchema,
    answers: { 200: { description: 'One page', schema: deliveryPageSchema, headers: ['Link'] } },
  },
  getWebhookDelivery: {
    at: 'GET /v1/webhook-endpoints/{id}/deliveries/{delivery_id}',
    summary: 'Retrieve a delivery with the request and response of each attempt',
    path: ids({ id: 'whe', delivery_id: 'whd' }),
    answers: { 200: { description: 'The delivery in full', schema: deliveryInFullSchema } },
  },
  replayWebhooks: {
    at: 'POST /v1/webhook-endpoints/{id}/replay',
    path: ids({ id: 'whe' }),
    summary: 'Send the event of one delivery, or the events of a period, to this endpoint again',
    description: 'They keep their webhook-id, so the receiver can recognise them.',
    body: replaySchema,
    invalid: 'The replay is not valid. See errors.',
    answers: { 202: { description: 'The deliveries, on their way', schema: replayedSchema } },
    problems: [409],
  },
  listWebhookOrigins: {
    at: 'GET /v1/webhook-origins',
    summary: 'List the allowed origins for the webhook_url of verifications, newest first',
    description: "The origins of the mode's webhook endpoints are also allowed.",
    query: originQuerySchema,
    answers: { 200: { description: 'One page', schema: originPageSchema, headers: ['Link'] } },
  },
  allowWebhookOrigin: {
    at: 'POST /v1/webhook-origins',
    summary: 'Allow an origin, or confirm one that is on the list',
    description:
      'Deliveries that were blocked because of this origin are sent. CUSTOS_WEBHOOK_ALLOW must also allow it.',
    body: newOriginSchema,
    invalid: 'The origin request is not valid. See errors.',
    answers: { 201: { description: 'The origin', schema: originSchema } },
    problems: [409],
  },
  removeWebhookOrigin: {
    at: 'DELETE /v1/webhook-origins/{id}',
    path: ids({ id: 'who' }),
    summary: 'Remove an origin from the list',
    answers: { 204: { description: 'Removed' } },
  },
  listVerificationDeliveries: {
    at: 'GET /v1/verifications/{id}/deliveries',
    summary: 'List the deliveries to the webhook_url of a verification, newest first',
    path: ids({ id: 'ver' }),
    query: deliveryQuerySchema,
    answers: { 200: { description: 'One page', schema: deliveryPageSchema, headers: ['Link'] } },
  },
  replayVerificationDelivery: {
    at: 'POST /v1/verifications/{id}/deliveries/replay',
    summary: 'Send the event of one delivery to the webhook_url of its verification again',
    description: 'It keeps its webhook-id, so the receiver can recognise it.',
    path: ids({ id: 'ver' }),
    body: urlReplaySchema,
    invalid: 'The replay is not valid. See errors.',
    answers: { 202: { description: 'The delivery, on its way', schema: replayedSchema } },
  },
});
