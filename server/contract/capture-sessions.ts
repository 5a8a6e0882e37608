import { z } from 'zod';
import { CAPTURE_FAULTS, CAPTURE_STATES, CHALLENGE_REASONS } from '../capture/types.ts';
import { LIMITS } from '../lib/limits.ts';
import { APPLICANT_LANGUAGES } from '../vocabulary/consent-text.ts';
import { applicantSchema } from './applicant.ts';
import { kioskUrlsField } from './capture-listener.ts';
import { answeredTypeSchema, documentSideSchema, documentTypeSchema } from './documents.ts';
import { idField, jsonObject, timeField, webhookUrlField } from './fields.ts';
import { ids, routes } from './route.ts';
import { pageQuery, pageSchema } from './verification.ts';

export const captureStateSchema = z.enum(CAPTURE_STATES).meta({ id: 'CaptureState' });
export const captureLanguageSchema = z.enum(APPLICANT_LANGUAGES);
/** Plain in the database, so it takes no free text. */
const referenceField = z
  .string()
  .regex(/^[\w.:-]{1,64}$/, { error: 'must be 1 to 64 letters, digits or ._:-' })
  .meta({ description: 'Your own id of this case. Do not use names or other personal data' });

const options = {
  client_reference: referenceField.exactOptional(),
  language: captureLanguageSchema.exactOptional().meta({ description: 'The first language of the page. Default: en' }),
  liveness: z.enum(['required', 'offered', 'off']).exactOptional().meta({
    description:
      '`required`: the applicant turns the head as told, or asks for an operator. `offered`: a selfie is enough. `off`: a selfie, no challenge. Default: `required` for a new verification',
  }),
  device_confirmation: z.enum(['required', 'off']).exactOptional().meta({
    description:
      '`required`: after a link was opened, capturing waits until an operator confirms the four-digit code. A pairing code needs no confirmation. Default: `required`',
  }),
};

const capturedDocumentSchema = z.object({ type: documentTypeSchema, side: documentSideSchema.exactOptional() });

const forNewVerification = z.object({
  applicant: applicantSchema.exactOptional(),
  webhook_url: webhookUrlField.exactOptional(),
  metadata: jsonObject.exactOptional(),
  documents: z
    .array(capturedDocumentSchema)
    .min(1)
    .max(LIMITS.captureDocumentsMax)
    .exactOptional()
    .meta({ description: 'What to capture besides the face. Missing: the applicant chooses a document' }),
  ...options,
});

const forRequestedDocuments = z.object({
  verification_id: idField('ver').meta({ description: 'A verification in `needs_review`' }),
  documents: forNewVerification.shape.documents.meta({
    description: 'What to capture. Missing: the documents that were requested last. A selfie is the face step',
  }),
  ...options,
});

export const newCaptureSessionSchema = z.union([forRequestedDocuments, forNewVerification]).meta({
  id: 'NewCaptureSession',
  description:
    'For a new verification: the fields of POST /v1/verifications without files; the applicant consents on the page. With `verification_id`: for documents of a verification that waits for review.',
});

export const captureStepSchema = z
  .object({
    id: z.string().meta({ examples: ['document_1', 'document_2', 'face'] }),
    kind: z.enum(['document', 'face']),
    document_type: answeredTypeSchema.nullable().meta({ description: 'null: not chosen yet, or the face' }),
    side: documentSideSchema.nullable(),
    state: z
      .enum(['waiting', 'captured', 'failed', 'attended'])
      .meta({ description: '`attended`: an operator looks instead. `failed`: no attempt is left' }),
    attempts_left: z.int().min(0),
    last_error: z.enum(CHALLENGE_REASONS).nullable(),
  })
  .meta({ id: 'CaptureStep' });

/** What the operator and the applicant's page both see. */
export const sharedCaptureFields = {
  state: captureStateSchema,
  purpose: z.enum(['verification', 'requested_documents']),
  language: captureLanguageSchema,
  liveness: z.enum(['required', 'offered', 'off']),
  confirmation_code: z
    .string()
    .nullable()
    .meta({ description: 'Four digits for both screens. null: not claimed, or no confirmation is needed' }),
  confirmed: z.boolean().meta({ description: 'Whether the device may capture' }),
  steps: z.array(captureStepSchema),
  expires_at: timeField,
  last_error: z.enum(CAPTURE_FAULTS).nullable(),
  attended: z.boolean().meta({ description: 'The applicant asked for an operator instead of the challenge' }),
};

export const captureSessionSchema = z
  .object({
    id: idField('cap'),
    object: z.literal('capture_session'),
    livemode: z.boolean(),
    ...sharedCaptureFields,
    verification_id: idField('ver').nullable().meta({ description: 'null until the verification was created' }),
    client_reference: z.string().nullable(),
    device: z
      .object({ kind: z.enum(['kiosk', 'link']), network: z.enum(['machine', 'office']) })
      .nullable()
      .meta({ description: 'How the session was claimed: by pairing code or link, and from where' }),
    claim_by: timeField,
    created_at: timeField,
    ended_at: timeField.nullable(),
    links: z.object({ self: z.string() }),
  })
  .meta({ id: 'CaptureSession' });

export const openedCaptureSessionSchema = captureSessionSchema
  .extend({
    link: z
      .string()
      .nullable()
      .meta({ description: 'The page with the token in its fragment. It works once. null: the session was claimed' }),
    link_reach: z.enum(['machine', 'any_device']).meta({
      description:
        '`machine`: the link opens on the appliance only, because phones trust only a certificate that an administrator imports',
    }),
    kiosk_urls: kioskUrlsField,
    pairing_code: z
      .string()
      .nullable()
      .meta({ description: 'Eight digits for the kiosk page. They work once. null: the session was claimed' }),
  })
  .meta({ id: 'OpenedCaptureSession' });

export const captureSessionPageSchema = pageSchema(captureSessionSchema).meta({ id: 'CaptureSessionPage' });

export type CaptureSessionAnswer = z.output<typeof captureSessionSchema>;
export type OpenedCaptureSessionAnswer = z.output<typeof openedCaptureSessionSchema>;

const path = ids({ id: 'cap' });
const one = { 200: { description: 'The session', schema: captureSessionSchema } };

/** Capture sessions, as programs and operators see them. */
export const captureSessionRoutes = routes({ tag: 'Capture sessions', scope: 'kyc:write' })({
  createCaptureSession: {
    at: 'POST /v1/capture-sessions',
    counts: 'creates',
    summary: 'Create a capture session, in which the applicant captures documents and face',
    description:
      'Works while applicant capture is switched on. The link and the pairing code are in this answer only. They expire 10 minutes later.',
    once: true,
    body: newCaptureSessionSchema,
    invalid: 'The capture session is not valid. See errors.',
    answers: {
      201: { description: 'Created', schema: openedCaptureSessionSchema, headers: ['Location', 'Idempotent-Replayed'] },
    },
  },
  listCaptureSessions: {
    at: 'GET /v1/capture-sessions',
    summary: 'List capture sessions, newest first',
    scope: 'kyc:read',
    query: z.object({
      state: captureStateSchema.exactOptional(),
      verification_id: idField('ver').exactOptional(),
      ...pageQuery,
    }),
    answers: { 200: { description: 'One page', schema: captureSessionPageSchema, headers: ['Link'] } },
  },
  getCaptureSession: {
    at: 'GET /v1/capture-sessions/{id}',
    summary: 'Retrieve a capture session',
    scope: 'kyc:read',
    path,
    answers: one,
  },
  cancelCaptureSession: {
    at: 'POST /v1/capture-sessions/{id}/cancel',
    summary: 'Cancel a capture session and delete what was captured',
    description: 'A session that was submitted can no longer be canceled. To cancel again has no effect.',
    path,
    answers: one,
    problems: [409],
  },
  renewCaptureLink: {
    at: 'POST /v1/capture-sessions/{id}/renew-link',
    summary: 'Create a new link and pairing code for a session',
    description:
      'The former link, pairing code and device no longer work. What was captured stays. The session expires 30 minutes after the next claim.',
    path,
    answers: { 200: { description: 'The session with its new link', schema: openedCaptureSessionSchema } },
    problems: [409],
  },
  confirmCaptureDevice: {
    at: 'POST /v1/capture-sessions/{id}/confirm',
    summary: 'Confirm that both screens show the same four-digit code',
    path,
    answers: one,
    problems: [409],
  },
});
