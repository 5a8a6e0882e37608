import type { Request, RequestHandler, Response } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import { AppError } from '../lib/errors.ts';
import { principalOf } from './authorise.ts';

const WINDOW_MS = 60_000;

/**
 * Allows each API key at most `perMinute` requests, reported by the headers `RateLimit` and `RateLimit-Policy`
 * (draft-ietf-httpapi-ratelimit-headers-08). Runs after `authentication`. Throws `rate_limited` with `Retry-After`.
 */
export function perKeyLimit(name: string, perMinute: number): RequestHandler {
  return perMinuteLimit(name, perMinute, { of: 'This key', by: (_req, res) => principalOf(res).actorId });
}

/** The same limit for each source address, for routes without authentication. */
export function perAddressLimit(name: string, perMinute: number): RequestHandler {
  return perMinuteLimit(name, perMinute, { of: 'This address', by: (req) => addressOf(req) });
}

/** Returns the address of the client. IPv6 addresses of one network count as one, because one client can have them all. */
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
