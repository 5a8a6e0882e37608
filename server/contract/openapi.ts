import { z } from 'zod';
import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi';
import { alertPageSchema, alertQuerySchema, alertSchema } from './alerts.ts';
import { createdSchema, createFormSchema } from './create.ts';
import { eventPageSchema, eventQuerySchema } from './events.ts';
import { idField } from './fields.ts';
import { dismissHeldSchema, heldAlertsSchema, heldDecidedSchema, heldIdsSchema } from './held-alerts.ts';
import { hitDecisionSchema, newHitDecisionSchema } from './hit-decisions.ts';
import { keyPageSchema, keySchema, keyWithSecretSchema, newKeySchema } from './keys.ts';
import { backupPaths } from './openapi-backups.ts';
import { evidencePaths } from './openapi-evidence.ts';
import { kybPaths } from './openapi-kyb.ts';
import { lanPaths } from './openapi-lan.ts';
import { idempotencyKey, idParam, JSON_TYPE, lastEventId, operation } from './openapi-operation.ts';
import { operatorPaths } from './openapi-operators.ts';
import { picturePaths } from './openapi-pictures.ts';
import { policyPaths } from './openapi-policies.ts';
import { registerPaths } from './openapi-registers.ts';
import { reportPaths } from './openapi-report.ts';
import { eraseOperation, retentionPaths } from './openapi-retention.ts';
import { reviewPaths } from './openapi-reviews.ts';
import { searchPaths } from './openapi-search.ts';
import { settingsPaths } from './openapi-settings.ts';
import { systemStatePaths } from './openapi-system.ts';
import { systemKeyPaths } from './openapi-system-keys.ts';
import { updatePaths } from './openapi-updates.ts';
import { uploadPaths } from './openapi-uploads.ts';
import { webhookPaths } from './openapi-webhooks.ts';
import { screeningRequestSchema, screeningSchema } from './screenings.ts';
import { healthSchema, readinessSchema } from './system.ts';
import { listQuerySchema, verificationPageSchema, verificationSchema } from './verification.ts';
import {
  changesPageSchema,
  changesQuerySchema,
  importSchema,
  packImportSchema,
  watchlistChangeSchema,
  watchlistEntrySchema,
  watchlistPageSchema,
  watchlistQuerySchema,
  watchlistSchema,
} from './watchlists.ts';

/** Of what needs no key on the machine itself. */
const FROM_OFFICE = 'From other machines of the office it needs a key or a session.';

const verificationPaths: ZodOpenApiPathsObject = {
  '/v1/verifications': {
    post: operation('createVerification', {
      summary: 'Create a KYC verification',
      description:
        'The answer comes when files and record are durable on disk; the work follows. Send the same Idempotency-Key again to repeat a request safely.',
      scope: 'kyc:write',
      tag: 'Verifications',
      params: { header: idempotencyKey },
      body: { 'multipart/form-data': createFormSchema },
      success: { 201: { description: 'Created', schema: createdSchema, headers: ['Location', 'Idempotent-Replayed'] } },
      problems: [400, 404, 408, 409, 413, 415, 422, 503],
    }),
    get: operation('listVerifications', {
      summary: 'List KYC verifications, newest first',
      scope: 'kyc:read',
      tag: 'Verifications',
      params: { query: listQuerySchema },
      success: { 200: { description: 'One page', schema: verificationPageSchema, headers: ['Link'] } },
      problems: [400],
    }),
  },
  '/v1/verifications/{id}': {
    get: operation('getVerification', {
      summary: 'Retrieve a KYC verification',
      scope: 'kyc:read',
      tag: 'Verifications',
      params: idParam('ver'),
      success: { 200: { description: 'The record', schema: verificationSchema } },
      problems: [404],
    }),
    delete: eraseOperation({ prefix: 'ver', name: 'Verification' }),
  },
  '/v1/verifications/{id}/stream': {
    get: operation('streamVerification', {
      summary: 'Follow one verification (server-sent events)',
      description: 'Its events from the first on, and `verification.progress` for each step of the work.',
      scope: 'kyc:read',
      tag: 'Events',
      params: { ...idParam('ver'), header: lastEventId },
      success: { 200: { description: 'The stream', type: 'text/event-stream' } },
      problems: [400, 404],
    }),
  },
};

const eventPaths: ZodOpenApiPathsObject = {
  '/v1/events': {
    get: operation('listEvents', {
      summary: 'Read the event feed, oldest first',
      scope: 'events:read',
      tag: 'Events',
      params: { query: eventQuerySchema },
      success: { 200: { description: 'The events after the cursor', schema: eventPageSchema, headers: ['Link'] } },
      problems: [400],
    }),
  },
  '/v1/events/stream': {
    get: operation('streamEvents', {
      summary: 'Follow every event (server-sent events)',
      scope: 'events:read',
      tag: 'Events',
      params: { header: lastEventId },
      success: { 200: { description: 'The stream', type: 'text/event-stream' } },
      problems: [400],
    }),
  },
};

const listPaths: ZodOpenApiPathsObject = {
  '/v1/watchlists': {
    get: operation('listWatchlists', {
      summary: 'List imported watchlists, newest first',
      scope: 'lists:read',
      tag: 'Watchlists',
      params: { query: watchlistQuerySchema },
      success: { 200: { description: 'One page of versions', schema: watchlistPageSchema, headers: ['Link'] } },
      problems: [400],
    }),
    post: operation('importWatchlist', {
      summary: 'Import a watchlist from files of the appliance',
      scope: 'lists:write',
      tag: 'Watchlists',
      body: { [JSON_TYPE]: importSchema },
      success: {
        200: { description: 'This content was there already and is active again', schema: watchlistSchema },
        201: { description: 'Imported and active', schema: watchlistSchema },
      },
      problems: [400, 413, 415, 503],
    }),
  },
  '/v1/watchlists/packs': {
    post: operation('importWatchlistPack', {
      summary: 'Import every list of a signed pack, or none',
      scope: 'lists:write',
      tag: 'Watchlists',
      body: { [JSON_TYPE]: packImportSchema },
      success: {
        200: { description: 'All of it was there already and is active again', schema: watchlistPageSchema },
        201: { description: 'Imported and active', schema: watchlistPageSchema },
      },
      problems: [400, 413, 415, 503],
    }),
  },
  '/v1/watchlists/{id}': {
    get: operation('getWatchlist', {
      summary: 'Retrieve one version of a watchlist',
      scope: 'lists:read',
      tag: 'Watchlists',
      params: idParam('lst'),
      success: { 200: { description: 'The version', schema: watchlistSchema } },
      problems: [404],
    }),
    patch: operation('changeWatchlist', {
      summary: 'Set after how many days a watchlist is too old',
      scope: 'lists:write',
      tag: 'Watchlists',
      params: {
        path: z.object({ id: z.string().meta({ description: 'Its code, or the id of one of its versions' }) }),
      },
      body: { [JSON_TYPE]: watchlistChangeSchema },
      success: { 200: { description: 'Its version that is searched, else the newest', schema: watchlistSchema } },
      problems: [404, 413, 415],
    }),
  },
  '/v1/watchlists/{id}/activate': {
    post: operation('activateWatchlist', {
      summary: 'Search this version of its list from now on: roll back or forward',
      scope: 'lists:write',
      tag: 'Watchlists',
      params: idParam('lst'),
      success: { 200: { description: 'The version, active', schema: watchlistSchema } },
      problems: [404],
    }),
  },
  '/v1/watchlists/{id}/deactivate': {
    post: operation('deactivateWatchlist', {
      summary: 'Search this list no more; its versions stay',
      scope: 'lists:write',
      tag: 'Watchlists',
      params: idParam('lst'),
      success: { 200: { description: 'The version, no longer active', schema: watchlistSchema } },
      problems: [404, 409],
    }),
  },
  '/v1/watchlists/{id}/changes': {
    get: operation('listWatchlistChanges', {
      summary: 'What a version changes against another one: added, changed, then removed entries',
      scope: 'lists:read',
      tag: 'Watchlists',
      params: { ...idParam('lst'), query: changesQuerySchema },
      success: {
        200: { description: 'One page, with the counts of all', schema: changesPageSchema, headers: ['Link'] },
      },
      problems: [404],
    }),
  },
  '/v1/watchlists/{id}/entries/{entry_id}': {
    get: operation('getWatchlistEntry', {
      summary: 'Retrieve one entry of a version',
      scope: 'lists:read',
      tag: 'Watchlists',
      params: { path: z.object({ id: idField('lst'), entry_id: idField('ent') }) },
      success: { 200: { description: 'The entry, with what the list itself says', schema: watchlistEntrySchema } },
      problems: [404],
    }),
  },
};

const screeningPaths: ZodOpenApiPathsObject = {
  '/v1/screenings': {
    post: operation('createScreening', {
      summary: 'Search the watchlists for one name, or for a batch',
      description:
        'Every hit says why: the words that agree, each fact with the points it gave, list, version, threshold and version of the comparison. Nothing is stored.',
      scope: 'screening',
      tag: 'Screenings',
      body: { [JSON_TYPE]: screeningRequestSchema },
      success: { 200: { description: 'What was found', schema: screeningSchema } },
      problems: [400, 413, 415, 503],
    }),
  },
};

const alertPaths: ZodOpenApiPathsObject = {
  '/v1/alerts': {
    get: operation('listAlerts', {
      summary: 'List alerts, newest first',
      description:
        'An alert tells that a new version of a watchlist bears on somebody who was screened before. Those of people need a key with kyc:read, those of companies one with kyb:read; others are not listed.',
      scope: ['kyc:read', 'kyb:read'],
      tag: 'Alerts',
      params: { query: alertQuerySchema },
      success: { 200: { description: 'One page', schema: alertPageSchema, headers: ['Link'] } },
      problems: [400],
    }),
  },
  '/v1/alerts/held': {
    get: operation('getHeldAlerts', {
      summary: 'The task of a new comparison of names',
      description:
        'Where a new version of Custos compares names otherwise, everybody who was screened before is searched again. What that alone finds is held: list it with state=held, and release or dismiss it.',
      scope: ['kyc:read', 'kyb:read'],
      tag: 'Alerts',
      success: { 200: { description: 'How many are held, and how far the scan is', schema: heldAlertsSchema } },
    }),
  },
  '/v1/alerts/held/release': {
    post: operation('releaseHeldAlerts', {
      summary: 'Open held alerts',
      description: 'Each becomes an alert like any other, with its event.',
      scope: ['kyc:review', 'kyb:review'],
      tag: 'Alerts',
      body: { [JSON_TYPE]: heldIdsSchema },
      success: { 200: { description: 'How many were released', schema: heldDecidedSchema } },
      problems: [400, 404, 413, 415],
    }),
  },
  '/v1/alerts/held/dismiss': {
    post: operation('dismissHeldAlerts', {
      summary: 'Dismiss held alerts',
      scope: ['kyc:review', 'kyb:review'],
      tag: 'Alerts',
      body: { [JSON_TYPE]: dismissHeldSchema },
      success: { 200: { description: 'How many were dismissed', schema: heldDecidedSchema } },
      problems: [400, 404, 413, 415],
    }),
  },
  '/v1/alerts/{id}': {
    get: operation('getAlert', {
      summary: 'Retrieve an alert',
      scope: ['kyc:read', 'kyb:read'],
      tag: 'Alerts',
      params: idParam('alt'),
      success: { 200: { description: 'The alert', schema: alertSchema } },
      problems: [404],
    }),
  },
  '/v1/alerts/{id}/decision': {
    post: operation('decideAlert', {
      summary: 'Confirm or dismiss an alert',
      scope: ['kyc:review', 'kyb:review'],
      tag: 'Alerts',
      params: idParam('alt'),
      body: { [JSON_TYPE]: newHitDecisionSchema },
      success: { 200: { description: 'The alert with the decision', schema: alertSchema } },
      problems: [400, 404, 413, 415],
    }),
  },
  '/v1/verifications/{id}/hits/{hit_id}': {
    post: operation('decideHit', {
      summary: 'Confirm or dismiss a hit of a verification',
      description:
        'The result stays as it is. A dismissed entry counts no more for the same person, until the person or the entry changes or the dismissal expires.',
      scope: 'kyc:review',
      tag: 'Alerts',
      params: { path: z.object({ id: idField('ver'), hit_id: idField('hit') }) },
      body: { [JSON_TYPE]: newHitDecisionSchema },
      success: { 200: { description: 'The decision', schema: hitDecisionSchema } },
      problems: [400, 404, 413, 415],
    }),
  },
};

const keyPaths: ZodOpenApiPathsObject = {
  '/v1/api-keys': {
    get: operation('listApiKeys', {
      summary: 'List API keys, newest first',
      scope: 'admin',
      tag: 'API keys',
      success: { 200: { description: 'Every key, without secrets', schema: keyPageSchema } },
    }),
    post: operation('createApiKey', {
      summary: 'Create an API key',
      scope: 'admin',
      tag: 'API keys',
      body: { [JSON_TYPE]: newKeySchema },
      success: { 201: { description: 'The key with its secret', schema: keyWithSecretSchema } },
      problems: [400, 413, 415],
    }),
  },
  '/v1/api-keys/{id}/revoke': {
    post: operation('revokeApiKey', {
      summary: 'Revoke an API key at once',
      scope: 'admin',
      tag: 'API keys',
      params: idParam('key'),
      success: { 200: { description: 'The revoked key', schema: keySchema } },
      problems: [404],
    }),
  },
  '/v1/api-keys/{id}/rotate': {
    post: operation('rotateApiKey', {
      summary: 'Put a new key in the place of an old one, which works for 24 hours more',
      scope: 'admin',
      tag: 'API keys',
      params: idParam('key'),
      success: { 201: { description: 'The new key with its secret', schema: keyWithSecretSchema } },
      problems: [404, 409],
    }),
  },
};

const systemPaths: ZodOpenApiPathsObject = {
  '/healthz': {
    get: operation('getHealth', {
      summary: 'Whether the process answers',
      tag: 'System',
      success: { 200: { description: 'It does', schema: healthSchema } },
    }),
  },
  '/readyz': {
    get: operation('getReadiness', {
      summary: 'Whether it can verify',
      description: FROM_OFFICE,
      tag: 'System',
      success: {
        200: { description: 'Ready', schema: readinessSchema },
        503: { description: 'Not yet; the body says what is missing', schema: readinessSchema },
      },
      problems: [401, 403, 429],
    }),
  },
  '/metrics': {
    get: operation('getMetrics', {
      summary: 'Numbers in the text form of Prometheus',
      description: `${FROM_OFFICE} The scope is admin.`,
      tag: 'System',
      success: { 200: { description: 'The numbers', type: 'text/plain' } },
      problems: [401, 403, 429],
    }),
  },
  '/v1/openapi.json': {
    get: operation('getOpenApi', {
      summary: 'This document',
      tag: 'System',
      success: {
        200: { description: 'OpenAPI 3.1', schema: z.record(z.string(), z.unknown()) },
        304: { description: 'It is the one whose ETag stands in If-None-Match' },
      },
      problems: [429],
    }),
  },
};

export type OpenApiDocument = ReturnType<typeof createDocument>;

/** The description of `/v1`, made from the very schemas that validate. */
export function makeOpenApi(version: string): OpenApiDocument {
  return createDocument({
    openapi: '3.1.1',
    info: {
      title: 'Custos',
      version,
      description:
        'Identity (KYC) and business verification on your own premises. Every failure is a problem (RFC 9457); every time is ISO 8601 in UTC; ids are opaque.',
    },
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key, sk_live_... or sk_test_...' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'custos_session',
          description:
            "An operator's session, for the appliance's own pages: with Sec-Fetch-Site: same-origin or the own Origin, and without Authorization. The header Custos-Mode: test chooses the test data.",
        },
        tlsSession: { type: 'apiKey', in: 'cookie', name: '__Host-custos_session', description: 'The same over TLS' },
      },
    },
    paths: {
      ...verificationPaths,
      ...kybPaths,
      ...picturePaths,
      ...reportPaths,
      ...reviewPaths,
      ...searchPaths,
      ...evidencePaths,
      ...policyPaths,
      ...retentionPaths,
      ...eventPaths,
      ...listPaths,
      ...registerPaths,
      ...uploadPaths,
      ...updatePaths,
      ...alertPaths,
      ...screeningPaths,
      ...webhookPaths,
      ...backupPaths,
      ...keyPaths,
      ...systemKeyPaths,
      ...lanPaths,
      ...settingsPaths,
      ...operatorPaths,
      ...systemPaths,
      ...systemStatePaths,
    },
  });
}
