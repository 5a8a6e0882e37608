import { chipChallengeSchema } from './authenticity.ts';
import { createdSchema, createFormSchema } from './create.ts';
import { hitDecisionSchema, newHitDecisionSchema } from './hit-decisions.ts';
import {
  companyDocumentsFormSchema,
  kybCreatedSchema,
  kybCreateSchema,
  linkedPersonSchema,
  personLinkSchema,
} from './kyb-create.ts';
import { companyDocumentsSchema, kybVerificationPageSchema, kybVerificationSchema } from './kyb-verification.ts';
import { eraseRoute } from './retention.ts';
import { ids, routes } from './route.ts';
import { listQuerySchema, verificationPageSchema, verificationSchema } from './verification.ts';

const CREATED = ['Location', 'Idempotent-Replayed'];

/** The verifications of people. */
export const verificationRoutes = routes({ tag: 'Verifications' })({
  createVerification: {
    at: 'POST /v1/verifications',
    counts: 'creates',
    summary: 'Create a KYC verification',
    description:
      'The response is sent when the files and the record are safely on disk. Processing follows. To repeat a request safely, send the same Idempotency-Key again.',
    scope: 'kyc:write',
    once: true,
    form: createFormSchema,
    answers: { 201: { description: 'Created', schema: createdSchema, headers: CREATED } },
  },
  listVerifications: {
    at: 'GET /v1/verifications',
    summary: 'List KYC verifications, by default newest first',
    scope: 'kyc:read',
    query: listQuerySchema,
    answers: { 200: { description: 'One page', schema: verificationPageSchema, headers: ['Link'] } },
  },
  getVerification: {
    at: 'GET /v1/verifications/{id}',
    summary: 'Retrieve a KYC verification',
    scope: 'kyc:read',
    path: ids({ id: 'ver' }),
    answers: { 200: { description: 'The record', schema: verificationSchema } },
  },
  createChipChallenge: {
    at: 'POST /v1/chip-challenges',
    counts: 'creates',
    summary: 'Create a challenge for a chip',
    description:
      'The chip signs it (active authentication), which proves that it is no copy. It works once, for 5 minutes, and only for the key or operator that created it.',
    scope: 'kyc:write',
    answers: { 201: { description: 'Created', schema: chipChallengeSchema } },
  },
  eraseVerification: eraseRoute('kyc'),
  streamVerification: {
    tag: 'Events',
    at: 'GET /v1/verifications/{id}/stream',
    summary: 'Follow one verification (server-sent events)',
    description: 'All its events from the first one, and `verification.progress` for each processing step.',
    scope: 'kyc:read',
    path: ids({ id: 'ver' }),
    resumes: true,
    answers: { 200: { description: 'The stream', type: 'text/event-stream' } },
  },
});

/** The verifications of companies. */
export const kybRoutes = routes({ tag: 'KYB verifications' })({
  createKybVerification: {
    at: 'POST /v1/kyb/verifications',
    counts: 'creates',
    summary: 'Create a KYB verification',
    description:
      "Only the company's name, country and address country are required. More data gives a better result. The response is sent when the record is safely on disk. Processing follows.",
    scope: 'kyb:write',
    once: true,
    body: kybCreateSchema,
    answers: { 201: { description: 'Created', schema: kybCreatedSchema, headers: CREATED } },
  },
  listKybVerifications: {
    at: 'GET /v1/kyb/verifications',
    summary: 'List KYB verifications, by default newest first',
    scope: 'kyb:read',
    query: listQuerySchema,
    answers: { 200: { description: 'One page', schema: kybVerificationPageSchema, headers: ['Link'] } },
  },
  getKybVerification: {
    at: 'GET /v1/kyb/verifications/{id}',
    summary: 'Retrieve a KYB verification',
    scope: 'kyb:read',
    path: ids({ id: 'kyb_ver' }),
    answers: { 200: { description: 'The record', schema: kybVerificationSchema } },
  },
  eraseKybVerification: eraseRoute('kyb'),
  streamKybVerification: {
    tag: 'Events',
    at: 'GET /v1/kyb/verifications/{id}/stream',
    summary: 'Follow one KYB verification (server-sent events)',
    description: 'All its events from the first one, and `kyb.verification.progress` for each processing step.',
    scope: 'kyb:read',
    path: ids({ id: 'kyb_ver' }),
    resumes: true,
    answers: { 200: { description: 'The stream', type: 'text/event-stream' } },
  },
  addCompanyDocuments: {
    at: 'POST /v1/kyb/verifications/{id}/documents',
    counts: 'creates',
    summary: 'Send files for a KYB verification',
    description:
      'Each file belongs to the announced document with the same name. If there is none, it belongs to the first document of its type without a file, or else to the newest of that type. The newest file counts. A file sent after the end is read, but does not change the final state.',
    scope: 'kyb:write',
    path: ids({ id: 'kyb_ver' }),
    once: true,
    form: companyDocumentsFormSchema,
    answers: {
      201: { description: 'Stored', schema: companyDocumentsSchema, headers: CREATED },
    },
  },
  verifyPerson: {
    at: 'POST /v1/kyb/verifications/{id}/persons/{person_id}/verification',
    counts: 'creates',
    summary: "Link or create the KYC verification of a company's person",
    description:
      "A JSON body links an existing verification and also needs kyc:read. A form creates a new one, as POST /v1/verifications does, and also needs kyc:write. If the form has no name or birth date, the person's own are used. You can replace a link if its verification failed. The Idempotency-Key is for forms. Sending the same link again has no effect.",
    scope: 'kyb:write',
    path: ids({ id: 'kyb_ver', person_id: 'per' }),
    once: true,
    body: personLinkSchema,
    invalid: 'The link is not valid. See errors.',
    form: createFormSchema,
    answers: { 201: { description: 'Linked', schema: linkedPersonSchema, headers: CREATED } },
    problems: [409, 422],
  },
  decideKybHit: {
    tag: 'Alerts',
    at: 'POST /v1/kyb/verifications/{id}/hits/{hit_id}',
    summary: 'Confirm or dismiss a hit of a KYB verification',
    description:
      'The result does not change. A dismissed entry no longer counts for the same party until the party or the entry changes, or the dismissal expires.',
    scope: 'kyb:review',
    path: ids({ id: 'kyb_ver', hit_id: 'hit' }),
    body: newHitDecisionSchema,
    invalid: 'The decision is not valid. See errors.',
    answers: { 200: { description: 'The decision', schema: hitDecisionSchema } },
  },
});
