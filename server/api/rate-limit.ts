import type { RequestHandler } from 'express';
import { rateLimit } from 'express-rate-limit';
import { AppError } from '../lib/errors.ts';
import { principalOf } from './authorise.ts';

const WINDOW_MS = 60_000;

/**
 * At most `perMinute` requests of one API key, told by the headers `RateLimit` and `RateLimit-Policy`
 * (draft-ietf-httpapi-ratelimit-headers-08). Stands behind `authentication`. Throws `rate_limited` with `Retry-After`.
 */
export function perKeyLimit(name: string, perMinute: number): RequestHandler {
  return rateLimit({
    windowMs: WINDOW_MS,
    limit: perMinute,
    identifier: name,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    keyGenerator: (_req, res) => principalOf(res).actorId,
    handler: (_req, _res, next) => {
      next(
        new AppError(
          'rate_limited',
          `More than ${perMinute} ${name} a minute with this key. Wait, then send it again.`,
        ),
      );
    },
  });
}
