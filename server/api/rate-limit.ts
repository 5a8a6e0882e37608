import type { Request, RequestHandler, Response } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import { AppError } from '../lib/errors.ts';
import { principalOf } from './authorise.ts';

const WINDOW_MS = 60_000;

/**
 * At most `perMinute` requests of one API key, told by the headers `RateLimit` and `RateLimit-Policy`
 * (draft-ietf-httpapi-ratelimit-headers-08). Stands behind `authentication`. Throws `rate_limited` with `Retry-After`.
 */
export function perKeyLimit(name: string, perMinute: number): RequestHandler {
  return perMinuteLimit(name, perMinute, { of: 'This key', by: (_req, res) => principalOf(res).actorId });
}

/** The same of one source address, where nobody is known yet. */
export function perAddressLimit(name: string, perMinute: number): RequestHandler {
  return perMinuteLimit(name, perMinute, { of: 'This address', by: (req) => addressOf(req) });
}

/** Where a request came from. IPv6 addresses of one network are one: whoever has one of them has them all. */
export function addressOf(req: Request): string {
  return ipKeyGenerator(req.ip ?? '');
}

function perMinuteLimit(
  name: string,
  perMinute: number,
  { of, by }: { of: string; by(req: Request, res: Response): string },
): RequestHandler {
  return rateLimit({
    windowMs: WINDOW_MS,
    limit: perMinute,
    identifier: name,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    keyGenerator: by,
    handler: (_req, _res, next) => {
      next(
        new AppError(
          'rate_limited',
          `${of} made more than ${perMinute} ${name} per minute. Wait, then send the request again.`,
        ),
      );
    },
  });
}
