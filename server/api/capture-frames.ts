import type { Request, Response } from 'express';
import multer from 'multer';
import type { FrameBatch } from '../capture/challenge.ts';
import { frameBatchSchema } from '../contract/capture-page.ts';
import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { partFault } from './form.ts';
import { parseJson } from './json.ts';
import { receiveMultipart } from './multipart.ts';
import { formFault } from './upload.ts';
import { parseOrThrow } from './validate.ts';

const BODY_BYTES_MAX =
  LIMITS.captureBatchFramesMax * LIMITS.captureFrameBytesMax +
  LIMITS.jsonPartBytesMax +
  LIMITS.multipartOverheadBytesMax;

/** Receives one batch of frames in memory. Throws `invalid_request`, `file_too_large`, `body_too_large`, `malformed_body`, `request_timeout`. */
export async function receiveFrames(req: Request, res: Response): Promise<FrameBatch> {
  if (Number(req.get('content-length') ?? 0) > BODY_BYTES_MAX) throw tooLarge();
  try {
    await receiveMultipart(req, res, {
      storage: multer.memoryStorage(),
      refuseFile: (_body, { fieldname }) =>
        fieldname === 'frame' ? null : partFault(fieldname, 'does not take a file; send frames as frame'),
      limits: {
        fieldNameSize: LIMITS.fieldNameCharsMax,
        fieldSize: LIMITS.jsonPartBytesMax,
        fields: 1,
        fileSize: LIMITS.captureFrameBytesMax,
        files: LIMITS.captureBatchFramesMax,
        parts: LIMITS.captureBatchFramesMax + 1,
        headerPairs: 20,
      },
      bodyBytesMax: BODY_BYTES_MAX,
      tooLarge,
      timeoutMs: LIMITS.captureBatchGapMs,
      tooSlow: () => new AppError('request_timeout', 'The frames did not arrive in time. Begin a new challenge.'),
      nameless: (field) => partFault(field, 'has no file name; send each frame as a file'),
    });
  } catch (error) {
    throw formFault(error, (fault) => (fault.code === 'LIMIT_FILE_SIZE' ? frameTooLarge(fault) : fault));
  }
  const { batch } = req.body as { batch?: unknown };
  if (typeof batch !== 'string') throw partFault('batch', 'is required once, as JSON');
  const said = parseOrThrow(frameBatchSchema, parseJson('batch', batch), 'The batch is not valid. See errors.');
  const frames = (req.files as Express.Multer.File[]).map(({ buffer }) => buffer);
  return { challengeId: said.challenge_id, nonce: said.nonce, counter: said.counter, times: said.times, frames };
}

const tooLarge = (): AppError => new AppError('body_too_large', 'The frames are too large. Send fewer at once.');

const frameTooLarge = (cause: unknown): AppError =>
  new AppError('file_too_large', `A frame is larger than ${LIMITS.captureFrameBytesMax} bytes.`, cause);
