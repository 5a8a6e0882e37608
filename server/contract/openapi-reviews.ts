import { z } from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { newCorrectionSchema } from './corrections.ts';
import { newFaceChoiceSchema } from './face-choices.ts';
import { idField } from './fields.ts';
import { kybVerificationSchema } from './kyb-verification.ts';
import { idempotencyKey, idParam, JSON_TYPE, operation } from './openapi-operation.ts';
import { addedDocumentsFormSchema, addedDocumentsSchema } from './person-documents.ts';
import {
  approvalQuerySchema,
  approvalSchema,
  attemptSchema,
  newAssignmentSchema,
  newDocumentRequestSchemas,
  newNoteSchema,
  newReviewSchema,
  noteSchema,
} from './reviews.ts';
import { pageQuery, pageSchema, verificationSchema } from './verification.ts';

const tag = 'Review';
const REPLAYED = ['Idempotent-Replayed'];

const notePageSchema = pageSchema(noteSchema).meta({ id: 'NotePage' });
const attemptPageSchema = pageSchema(attemptSchema).meta({ id: 'FormerAttemptPage' });
export const noteQuerySchema = z.object(pageQuery);

/** What the two kinds have of their own. */
const KINDS = {
  kyc: { path: '/v1/verifications', prefix: 'ver', name: 'Verification', record: verificationSchema },
  kyb: { path: '/v1/kyb/verifications', prefix: 'kyb_ver', name: 'KybVerification', record: kybVerificationSchema },
} as const;

function pathsOf(kind: keyof typeof KINDS): ZodOpenApiPathsObject {
  const { path, prefix, name, record } = KINDS[kind];
  const which = { ...idParam(prefix), header: idempotencyKey };
  const answer = { 200: { description: 'The record as it is then', schema: record, headers: REPLAYED } };
  const read = `${kind}:read` as const;
  const review = `${kind}:review` as const;
  return {
    [`${path}/{id}/review`]: {
      post: operation(`review${name}`, {
        summary: 'Decide a verification that waits for a person',
        description:
          'Moves it from `needs_review` to `completed` or `failed`. Results stay as they are; the decision stands beside them in `review`. Where the policy asks for four eyes, the first decision is a proposal: the same decision of somebody else puts it in force, another one takes its place. An approval is refused with 409 `approval_blocked`, and `errors` names each missing thing, until a name is known and was searched in lists (however old: their age stands in `review.lists`), each hit is decided, none is confirmed for what forbids to serve, and the reason claims only what the record shows. A rejection needs none of it; a simulated record is exempt.',
        scope: review,
        tag,
        params: which,
        body: { [JSON_TYPE]: newReviewSchema },
        success: answer,
        problems: [400, 404, 409, 413, 415, 422, 503],
      }),
    },
    [`${path}/{id}/approval`]: {
      get: operation(`getApprovalOf${name}`, {
        summary: 'Ask whether a verification can be approved, and what holds that back',
        scope: read,
        tag,
        params: { ...idParam(prefix), query: approvalQuerySchema },
        success: { 200: { description: 'What holds it back', schema: approvalSchema } },
        problems: [400, 404],
      }),
    },
    [`${path}/{id}/rerun`]: {
      post: operation(`rerun${name}`, {
        summary: 'Run all checks of a verification that waits for a person again',
        description:
          'With the lists, registers and engines of now; a hit that was dismissed counts no more. What it came to before is kept.',
        scope: review,
        tag,
        params: which,
        success: answer,
        problems: [400, 404, 409, 422, 503],
      }),
    },
    [`${path}/{id}/request-documents`]: {
      post: operation(`requestDocumentsOf${name}`, {
        summary: 'Note down which documents are asked for',
        description: 'They stand in `review.requested_documents`. Whoever is to send them must be told by the caller.',
        scope: `${kind}:write`,
        tag,
        params: which,
        body: { [JSON_TYPE]: newDocumentRequestSchemas[kind] },
        success: answer,
        problems: [400, 404, 409, 413, 415, 422, 503],
      }),
    },
    [`${path}/{id}/assignment`]: {
      put: operation(`assign${name}`, {
        summary: 'Give a verification that has not ended to an operator',
        scope: review,
        tag,
        params: idParam(prefix),
        body: { [JSON_TYPE]: newAssignmentSchema },
        success: { 200: { description: 'The record as it is then', schema: record } },
        problems: [400, 404, 409, 413, 415, 503],
      }),
      delete: operation(`unassign${name}`, {
        summary: 'Give it to nobody',
        scope: review,
        tag,
        params: idParam(prefix),
        success: { 200: { description: 'The record as it is then', schema: record } },
        problems: [404, 409, 503],
      }),
    },
    [`${path}/{id}/notes`]: {
      post: operation(`addNoteTo${name}`, {
        summary: 'Write a note beside a verification',
        description: 'Whatever its state. A note is never changed.',
        scope: review,
        tag,
        params: which,
        body: { [JSON_TYPE]: newNoteSchema },
        success: { 201: { description: 'Kept', schema: noteSchema, headers: ['Location', ...REPLAYED] } },
        problems: [400, 404, 409, 413, 415, 422, 503],
      }),
      get: operation(`listNotesOf${name}`, {
        summary: 'List the notes of a verification, newest first',
        scope: read,
        tag,
        params: { ...idParam(prefix), query: noteQuerySchema },
        success: { 200: { description: 'One page', schema: notePageSchema, headers: ['Link'] } },
        problems: [400, 404],
      }),
    },
    [`${path}/{id}/attempts`]: {
      get: operation(`listAttemptsOf${name}`, {
        summary: 'What a verification came to before it was opened again, newest first',
        scope: read,
        tag,
        params: idParam(prefix),
        success: { 200: { description: 'All of them', schema: attemptPageSchema } },
        problems: [404],
      }),
    },
  };
}

/** Of people alone: of a company nothing is read that could be corrected, and no face compared. */
const personPaths: ZodOpenApiPathsObject = {
  [`${KINDS.kyc.path}/{id}/corrections`]: {
    post: operation('correctVerification', {
      summary: 'Correct what was read of a document',
      description:
        'While it is in `needs_review`. Both values are kept in `corrections`, and the checks that follow from the text run again. A corrected record never completes by itself: a person decides it. A name that was read is searched in the lists all the same.',
      scope: 'kyc:review',
      tag,
      params: { ...idParam('ver'), header: idempotencyKey },
      body: { [JSON_TYPE]: newCorrectionSchema },
      success: { 200: { description: 'The record as it is then', schema: verificationSchema, headers: REPLAYED } },
      problems: [400, 404, 409, 413, 415, 422, 503],
    }),
  },
  [`${KINDS.kyc.path}/{id}/face-choices`]: {
    post: operation('chooseFaceOfVerification', {
      summary: 'Choose which face of a document or selfie is compared',
      description:
        'While it is in `needs_review`. The faces are looked for and compared again, and who chose which face stands in `face_choices`. A record in which a person chose a face never completes or fails by its faces alone: a person decides it. A file that cannot be opened any more is told of (`file_lost`), and nothing is kept.',
      scope: 'kyc:review',
      tag,
      params: { ...idParam('ver'), header: idempotencyKey },
      body: { [JSON_TYPE]: newFaceChoiceSchema },
      success: { 200: { description: 'The record as it is then', schema: verificationSchema, headers: REPLAYED } },
      problems: [400, 404, 409, 413, 415, 422, 503],
    }),
  },
};

/** What people do with verifications that wait for them. */
export const reviewPaths: ZodOpenApiPathsObject = {
  ...pathsOf('kyc'),
  ...pathsOf('kyb'),
  ...personPaths,
  '/v1/verifications/{id}/documents': {
    post: operation('addDocuments', {
      summary: 'Send further files for a KYC verification that waits for a person',
      description:
        'All checks run again. A file takes the place of the former ones of the same declared type and side; those stay, and say so.',
      scope: 'kyc:write',
      tag,
      params: { path: z.object({ id: idField('ver') }), header: idempotencyKey },
      body: { 'multipart/form-data': addedDocumentsFormSchema },
      success: { 201: { description: 'Stored', schema: addedDocumentsSchema, headers: ['Location', ...REPLAYED] } },
      problems: [400, 404, 408, 409, 413, 415, 422, 503],
    }),
  },
};
