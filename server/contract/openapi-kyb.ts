import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { createFormSchema } from './create.ts';
import { idField } from './fields.ts';
import { hitDecisionSchema, newHitDecisionSchema } from './hit-decisions.ts';
import {
  companyDocumentsFormSchema,
  kybCreatedSchema,
  kybCreateSchema,
  linkedPersonSchema,
  personLinkSchema,
} from './kyb-create.ts';
import { companyDocumentsSchema, kybVerificationPageSchema, kybVerificationSchema } from './kyb-verification.ts';
import { idempotencyKey, idParam, JSON_TYPE, lastEventId, operation } from './openapi-operation.ts';
import { eraseOperation } from './openapi-retention.ts';
import { listQuerySchema } from './verification.ts';

const tag = 'KYB verifications';
const FORM_TYPE = 'multipart/form-data';
const CREATED_HEADERS = ['Location', 'Idempotent-Replayed'];

/** The verifications of companies. */
export const kybPaths: ZodOpenApiPathsObject = {
  '/v1/kyb/verifications': {
    post: operation('createKybVerification', {
      summary: 'Create a KYB verification',
      description:
        'Only the name, the country and the country of the address of the company are required; the more is given, the better the result. The answer comes when the record is durable on disk; the work follows.',
      scope: 'kyb:write',
      tag,
      params: { header: idempotencyKey },
      body: { [JSON_TYPE]: kybCreateSchema },
      success: { 201: { description: 'Created', schema: kybCreatedSchema, headers: CREATED_HEADERS } },
      problems: [400, 404, 409, 413, 415, 422, 503],
    }),
    get: operation('listKybVerifications', {
      summary: 'List KYB verifications, newest first',
      scope: 'kyb:read',
      tag,
      params: { query: listQuerySchema },
      success: { 200: { description: 'One page', schema: kybVerificationPageSchema, headers: ['Link'] } },
      problems: [400],
    }),
  },
  '/v1/kyb/verifications/{id}': {
    get: operation('getKybVerification', {
      summary: 'Retrieve a KYB verification',
      scope: 'kyb:read',
      tag,
      params: idParam('kyb_ver'),
      success: { 200: { description: 'The record', schema: kybVerificationSchema } },
      problems: [404],
    }),
    delete: eraseOperation({ prefix: 'kyb_ver', name: 'KybVerification' }),
  },
  '/v1/kyb/verifications/{id}/stream': {
    get: operation('streamKybVerification', {
      summary: 'Follow one KYB verification (server-sent events)',
      description: 'Its events from the first on, and `kyb.verification.progress` for each step of the work.',
      scope: 'kyb:read',
      tag: 'Events',
      params: { ...idParam('kyb_ver'), header: lastEventId },
      success: { 200: { description: 'The stream', type: 'text/event-stream' } },
      problems: [400, 404],
    }),
  },
  '/v1/kyb/verifications/{id}/documents': {
    post: operation('addCompanyDocuments', {
      summary: 'Send files for a KYB verification',
      description:
        'Each file answers the announced document of the same name, else the first of its type that has no file yet, else the newest of that type; the newest file counts. A file that comes after the end is read and changes no final state.',
      scope: 'kyb:write',
      tag,
      params: { ...idParam('kyb_ver'), header: idempotencyKey },
      body: { [FORM_TYPE]: companyDocumentsFormSchema },
      success: {
        201: { description: 'Stored', schema: companyDocumentsSchema, headers: CREATED_HEADERS },
      },
      problems: [400, 404, 408, 409, 413, 415, 422, 503],
    }),
  },
  '/v1/kyb/verifications/{id}/persons/{person_id}/verification': {
    post: operation('verifyPerson', {
      summary: 'Link or create the KYC verification of a person of a company',
      description:
        'JSON links one that exists, and needs kyc:read too; a form creates one as POST /v1/verifications does, with the name and birth date of the person where the form gives none, and needs kyc:write too. A link whose verification has failed may be replaced. The Idempotency-Key is for forms; the same link again changes nothing.',
      scope: 'kyb:write',
      tag,
      params: {
        path: z.object({ id: idField('kyb_ver'), person_id: idField('per') }),
        header: idempotencyKey,
      },
      body: { [JSON_TYPE]: personLinkSchema, [FORM_TYPE]: createFormSchema },
      success: { 201: { description: 'Linked', schema: linkedPersonSchema, headers: CREATED_HEADERS } },
      problems: [400, 404, 408, 409, 413, 415, 422, 503],
    }),
  },
  '/v1/kyb/verifications/{id}/hits/{hit_id}': {
    post: operation('decideKybHit', {
      summary: 'Confirm or dismiss a hit of a KYB verification',
      description:
        'The result stays as it is. A dismissed entry counts no more for the same party, until the party or the entry changes or the dismissal expires.',
      scope: 'kyb:review',
      tag: 'Alerts',
      params: { path: z.object({ id: idField('kyb_ver'), hit_id: idField('hit') }) },
      body: { [JSON_TYPE]: newHitDecisionSchema },
      success: { 200: { description: 'The decision', schema: hitDecisionSchema } },
      problems: [400, 404, 413, 415],
    }),
  },
};
