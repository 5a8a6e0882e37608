import type { RequestHandler } from 'express';
import { AppError } from '../lib/errors.ts';
import { principalOf } from './authorise.ts';

/** Throws `forbidden` for a test key and in test mode, with what is live in this. Stands behind the guard. */
export function liveOnly(detail: string): RequestHandler {
  return (_req, res, next) => {
    if (!principalOf(res).livemode) throw new AppError('forbidden', detail);
    next();
  };
}
