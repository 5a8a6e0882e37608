import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { idField } from './fields.ts';
import { idParam, JSON_TYPE, operation } from './openapi-operation.ts';
import {
  deliveryInFullSchema,
  deliveryPageSchema,
  deliveryQuerySchema,
  deliverySchema,
  endpointChangeSchema,
  endpointPageSchema,
  endpointQuerySchema,
  endpointSchema,
  endpointWithSecretSchema,
  newEndpointSchema,
  newOriginSchema,
  originPageSchema,
  originQuerySchema,
  originSchema,
  replayedSchema,
  replaySchema,
  signingSecretSchema,
  urlReplaySchema,
} from './webhooks.ts';

const shared = { scope: 'admin', tag: 'Webhooks' } as const;
const ofOne = { ...shared, params: idParam('whe') };

/** Where events are sent, and what became of each sending. */
export const webhookPaths: ZodOpenApiPathsObject = {
  '/v1/webhook-endpoints': {
    get: operation('listWebhookEndpoints', {
      ...shared,
      summary: 'List webhook endpoints, newest first',
      params: { query: endpointQuerySchema },
      success: { 200: { description: 'One page', schema: endpointPageSchema, headers: ['Link'] } },
      problems: [400],
    }),
    post: operation('createWebhookEndpoint', {
      ...shared,
      summary: 'Create a webhook endpoint',
      description:
        'Events of the mode of the key are sent to it, signed by Standard Webhooks with the secret of the answer. The URL must be one that the appliance may send to.',
      body: { [JSON_TYPE]: newEndpointSchema },
      success: { 201: { description: 'The endpoint with its secret', schema: endpointWithSecretSchema } },
      problems: [400, 409, 413, 415],
    }),
  },
  '/v1/webhook-endpoints/signing-secret': {
    get: operation('getWebhookSigningSecret', {
      ...shared,
      summary: 'Read the secret that signs what goes to the webhook_url of verifications',
      success: { 200: { description: 'The secret of the mode of the key', schema: signingSecretSchema } },
    }),
  },
  '/v1/webhook-endpoints/signing-secret/rotate': {
    post: operation('rotateWebhookSigningSecret', {
      ...shared,
      summary: 'Put a new secret in its place; the old one signs too for 24 hours more',
      success: { 200: { description: 'The new secret', schema: signingSecretSchema } },
    }),
  },
  '/v1/webhook-endpoints/{id}': {
    get: operation('getWebhookEndpoint', {
      ...ofOne,
      summary: 'Retrieve a webhook endpoint',
      success: { 200: { description: 'The endpoint', schema: endpointSchema } },
      problems: [404],
    }),
    patch: operation('changeWebhookEndpoint', {
      ...ofOne,
      summary: 'Change a webhook endpoint, or switch it on or off',
      description: 'Switched off, what waits for it is cancelled; after it is on again, a replay brings it.',
      body: { [JSON_TYPE]: endpointChangeSchema },
      success: { 200: { description: 'The endpoint', schema: endpointSchema } },
      problems: [404, 413, 415],
    }),
    delete: operation('deleteWebhookEndpoint', {
      ...ofOne,
      summary: 'Delete a webhook endpoint with its deliveries',
      success: { 204: { description: 'Deleted' } },
      problems: [404],
    }),
  },
  '/v1/webhook-endpoints/{id}/rotate-secret': {
    post: operation('rotateWebhookSecret', {
      ...ofOne,
      summary: 'Put a new secret in the place of the old one, which signs too for 24 hours more',
      success: { 200: { description: 'The endpoint with its new secret', schema: endpointWithSecretSchema } },
      problems: [404],
    }),
  },
  '/v1/webhook-endpoints/{id}/test': {
    post: operation('testWebhookEndpoint', {
      ...ofOne,
      summary: 'Send a webhook.test event to this endpoint alone',
      success: { 202: { description: 'The delivery, on its way', schema: deliverySchema } },
      problems: [404, 409],
    }),
  },
  '/v1/webhook-endpoints/{id}/deliveries': {
    get: operation('listWebhookDeliveries', {
      ...shared,
      summary: 'List what was sent to an endpoint, newest first, with each attempt',
      params: { ...idParam('whe'), query: deliveryQuerySchema },
      success: { 200: { description: 'One page', schema: deliveryPageSchema, headers: ['Link'] } },
      problems: [404],
    }),
  },
  '/v1/webhook-endpoints/{id}/deliveries/{delivery_id}': {
    get: operation('getWebhookDelivery', {
      ...shared,
      summary: 'Retrieve a delivery with what was sent and what was answered in each attempt',
      params: { path: z.object({ id: idField('whe'), delivery_id: idField('whd') }) },
      success: { 200: { description: 'The delivery in full', schema: deliveryInFullSchema } },
      problems: [404],
    }),
  },
  '/v1/webhook-endpoints/{id}/replay': {
    post: operation('replayWebhooks', {
      ...ofOne,
      summary: 'Send the event of one delivery, or the events of a time, to this endpoint again',
      description: 'They keep their webhook-id, so that a receiver can tell that it knows them.',
      body: { [JSON_TYPE]: replaySchema },
      success: { 202: { description: 'On their way', schema: replayedSchema } },
      problems: [404, 409, 413, 415],
    }),
  },
  '/v1/webhook-origins': {
    get: operation('listWebhookOrigins', {
      ...shared,
      summary: 'List the origins that the webhook_url of a verification may lead to, newest first',
      description: 'The origins of webhook endpoints of the mode are allowed beside them.',
      params: { query: originQuerySchema },
      success: { 200: { description: 'One page', schema: originPageSchema, headers: ['Link'] } },
      problems: [400],
    }),
    post: operation('allowWebhookOrigin', {
      ...shared,
      summary: 'Allow an origin, or confirm one that is on the list',
      description:
        'What is blocked because its webhook_url leads there is sent. CUSTOS_WEBHOOK_ALLOW must allow it too.',
      body: { [JSON_TYPE]: newOriginSchema },
      success: { 201: { description: 'The origin', schema: originSchema } },
      problems: [400, 409, 413, 415],
    }),
  },
  '/v1/webhook-origins/{id}': {
    delete: operation('removeWebhookOrigin', {
      ...shared,
      params: idParam('who'),
      summary: 'Take an origin off the list',
      success: { 204: { description: 'Removed' } },
      problems: [404],
    }),
  },
  '/v1/verifications/{id}/deliveries': {
    get: operation('listVerificationDeliveries', {
      ...shared,
      summary: 'List what was sent to the webhook_url of a verification, newest first',
      params: { ...idParam('ver'), query: deliveryQuerySchema },
      success: { 200: { description: 'One page', schema: deliveryPageSchema, headers: ['Link'] } },
      problems: [404],
    }),
  },
  '/v1/verifications/{id}/deliveries/replay': {
    post: operation('replayVerificationDelivery', {
      ...shared,
      summary: 'Send the event of one delivery to the webhook_url of its verification again',
      description: 'It keeps its webhook-id, so that a receiver can tell that it knows it.',
      params: idParam('ver'),
      body: { [JSON_TYPE]: urlReplaySchema },
      success: { 202: { description: 'On its way', schema: replayedSchema } },
      problems: [404, 413, 415],
    }),
  },
};
