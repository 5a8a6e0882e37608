import { z } from 'zod';
import { CAPTURE_CHOICES, CHALLENGE_REASONS, GUIDANCE_CODES } from '../capture/types.ts';
import { LIMITS } from '../lib/limits.ts';
import { captureLanguageSchema, sharedCaptureFields } from './capture-sessions.ts';
import { timeField } from './fields.ts';
import { routes } from './route.ts';

/** What the applicant's page shows. */
export const captureViewSchema = z
  .object({
    ...sharedCaptureFields,
    consent: z.object({ version: z.string(), sha256: z.string() }),
    may_choose: z
      .boolean()
      .meta({ description: 'Whether the applicant chooses the document, and may choose another one' }),
    now: timeField,
  })
  .meta({ id: 'CaptureView' });

export type CaptureView = z.output<typeof captureViewSchema>;

export const claimSchema = z.union([
  z.object({ token: z.string().max(LIMITS.captureSecretCharsMax) }),
  z.object({ pairing_code: z.string().max(LIMITS.captureSecretCharsMax) }),
]);

export const challengeSchema = z
  .object({
    challenge_id: z.string(),
    nonce: z.string().meta({ description: 'Send it with the next batch. Each answer has a new one' }),
    counter: z.int().meta({ description: 'The counter of the next batch' }),
    state: z.enum(['look_ahead', 'move', 'done', 'failed']),
    move: z.enum(['left', 'right', 'up', 'down']).nullable(),
    message: z.enum(GUIDANCE_CODES).nullable(),
    moves_done: z.int(),
    moves_total: z.int(),
    ends_at: timeField,
    reason: z.enum(CHALLENGE_REASONS).nullable(),
  })
  .meta({ id: 'CaptureChallenge' });

export type CaptureChallenge = z.output<typeof challengeSchema>;

/** The part `batch` of the form of frames. */
export const frameBatchSchema = z.object({
  challenge_id: z.string().max(LIMITS.captureSecretCharsMax),
  nonce: z.string().max(LIMITS.captureSecretCharsMax),
  counter: z.int().min(0),
  times: z
    .array(z.number().min(0).meta({ description: "The page's time of a frame, in ms since the challenge began" }))
    .min(1)
    .max(LIMITS.captureBatchFramesMax),
});

const jpeg = z.string().meta({ format: 'binary', description: 'A JPEG file' });

export const frameFormSchema = z.object({
  batch: frameBatchSchema,
  frame: z.array(jpeg).min(1).max(LIMITS.captureBatchFramesMax),
});

export const previewSchema = z.object({
  message: z.enum(GUIDANCE_CODES).nullable(),
  zone: z.enum(['none', 'seen', 'read']).nullable().meta({ description: 'The machine-readable zone; null: unknown' }),
});

export type PreviewAnswer = z.output<typeof previewSchema>;

const step = z.object({ step: z.string() });
const view = { 200: { description: 'What the page shows', schema: captureViewSchema } };
const challenge = { 200: { description: 'What comes next', schema: challengeSchema } };

/** What the applicant's page asks. Only the capture listener has these routes; they stand in no OpenAPI document. */
export const capturePageRoutes = routes({ tag: 'Capture sessions', open: 'applicant' })({
  claimCapture: {
    at: 'POST /c/claim',
    summary: 'Exchange a link token or a pairing code for the session cookie',
    body: claimSchema,
    answers: view,
  },
  getCapture: { at: 'GET /c/session', summary: 'Retrieve what the page shows', answers: view },
  consentToCapture: {
    at: 'POST /c/consent',
    summary: 'Accept or refuse',
    body: z.object({
      version: z.string().max(LIMITS.captureSecretCharsMax),
      accepted: z.boolean(),
      language: captureLanguageSchema,
    }),
    answers: view,
  },
  chooseCapturedDocument: {
    at: 'POST /c/document',
    summary: 'Choose the document to capture',
    body: z.object({ type: z.enum(CAPTURE_CHOICES) }),
    answers: view,
  },
  previewCapture: {
    at: 'POST /c/preview/{step}',
    summary: 'Ask what is wrong with a picture',
    path: step,
    jpegBytesMax: LIMITS.capturePreviewBytesMax,
    answers: { 200: { description: 'Guidance only', schema: previewSchema } },
  },
  storeCapturedPicture: {
    at: 'POST /c/picture/{step}',
    summary: 'Store the picture of a step, in place of a former one',
    path: step,
    jpegBytesMax: LIMITS.fileSizeBytesMax,
    answers: view,
  },
  beginChallenge: { at: 'POST /c/challenge', summary: 'Begin an attempt of the challenge', answers: challenge },
  addChallengeFrames: {
    at: 'POST /c/challenge/frames',
    summary: 'Send the next frames of the challenge',
    form: frameFormSchema,
    answers: challenge,
  },
  attendCapture: {
    at: 'POST /c/attended',
    summary: 'Ask for an operator instead of the challenge',
    body: z.object({ reason: z.enum(['cannot_turn', 'flashing', 'other']) }),
    answers: view,
  },
  submitCapture: { at: 'POST /c/submit', summary: 'Submit what was captured', answers: view },
  leaveCapture: { at: 'POST /c/leave', summary: 'Leave and delete what was captured', answers: view },
});
