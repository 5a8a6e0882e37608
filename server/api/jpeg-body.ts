import express, { type RequestHandler } from 'express';
import { AppError } from '../lib/errors.ts';

/** Reads a body into `req.body`, a buffer. Throws `file_too_large`. */
export function readJpegBody(bytesMax: number): RequestHandler {
  const read = express.raw({ limit: bytesMax, type: () => true });
  return (req, res, next) => {
    read(req, res, (error?: unknown) => {
      const isTooLarge = (error as { type?: unknown } | undefined)?.type === 'entity.too.large';
      const detail = `The picture is larger than ${bytesMax} bytes. Send a smaller one.`;
      next(isTooLarge ? new AppError('file_too_large', detail, error) : error);
    });
  };
}
