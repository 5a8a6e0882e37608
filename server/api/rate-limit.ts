import { createHash } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { ipKeyGenerator, rateLimit } from 'express-rate-limit';
import { AppError } from '../lib/errors.ts';
import { principalOf } from './authorise.ts';
import { readCaptureSecret } from './capture-cookie.ts';

const WINDOW_MS = 60_000;

/**
 * Allows each API key at most `perMinute` requests, reported by the headers `RateLimit` and `RateLimit-Policy`
 * (draft-ietf-httpapi-ratelimit-headers-08). Runs after `authentication`. Throws `rate_limited` with `Retry-After`.
 */
export function perKeyLimit(name: string, perMinute: number): RequestHandler {
  return perMinuteLimit(name, perMinute, { of: 'This key', by: (_req, res) => principalOf(res).actorId });
}

/**
 * The same limit for each source address, for routes without authentication.
 * @param onlyRefused whether requests that succeed do not count
 */
export function perAddressLimit(
  name: string,
  perMinute: number,
  { onlyRefused = false }: { onlyRefused?: boolean } = {},
): RequestHandler {
  return perMinuteLimit(name, perMinute, { of: 'This address', by: addressOf, onlyRefused });
}

/** The same limit for each device that holds the cookie of a capture session; for one without it, for its address. */
export function perDeviceLimit(name: string, perMinute: number): RequestHandler {
  const by = (req: Request): string => {
    const secret = readCaptureSecret(req);
    // Stored instead of what the device sent, which may be long.
    return secret === null ? addressOf(req) : createHash('sha256').update(secret).digest('hex');
  };
  return perMinuteLimit(name, perMinute, { of: 'This device', by });
}

/** Returns the address of the client. IPv6 addresses of one network count as one, because one client can have them all. */
export function addressOf(req: Request): string {
  return ipKeyGenerator(req.ip ?? '');
}

function perMinuteLimit(
  name: string,
  perMinute: number,
  { of, by, onlyRefused = false }: { of: string; by(req: Request, res: Response): string; onlyRefused?: boolean },
): RequestHandler {
  return rateLimit({
    windowMs: WINDOW_MS,
    limit: perMinute,
    identifier: name,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    keyGenerator: by,
    skipSuccessfulRequests: onlyRefused,
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
