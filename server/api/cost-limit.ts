import type { Response } from 'express';
import type { Clock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { principalOf } from './authorise.ts';

const WINDOW_MS = 60_000;

/** A rate limit on the cost of requests, for routes on which one request may cost many units. */
export interface CostLimit {
  /**
   * Charges `cost` to the calling key and sets the headers `RateLimit` and `RateLimit-Policy` to what is left. Throws `rate_limited` with
   * `Retry-After` if too little is left; then nothing is charged.
   */
  take(res: Response, cost: number): void;
}

interface Window {
  used: number;
  endsMs: number;
}

/**
 * Allows each API key at most `perMinute` units in a minute that begins with the key's first request. Reports by the headers of
 * draft-ietf-httpapi-ratelimit-headers-08.
 */
export function createCostLimit(name: string, perMinute: number, clock: Clock): CostLimit {
  const windows = new Map<string, Window>();
  const windowOf = (actorId: string, nowMs: number): Window => {
    const known = windows.get(actorId);
    if (known && known.endsMs > nowMs) return known;
    for (const [id, { endsMs }] of windows) if (endsMs <= nowMs) windows.delete(id);
    const opened = { used: 0, endsMs: nowMs + WINDOW_MS };
    windows.set(actorId, opened);
    return opened;
  };
  return {
    take(res, cost) {
      const nowMs = clock.now();
      const window = windowOf(principalOf(res).actorId, nowMs);
      const retryAfterSeconds = Math.max(1, Math.ceil((window.endsMs - nowMs) / 1000));
      const allowed = window.used + cost <= perMinute;
      if (allowed) window.used += cost;
      res.setHeader('RateLimit-Policy', `"${name}"; q=${perMinute}; w=${WINDOW_MS / 1000}`);
      res.setHeader('RateLimit', `"${name}"; r=${perMinute - window.used}; t=${retryAfterSeconds}`);
      if (allowed) return;
      throw new AppError('rate_limited', {
        detail: `This key made more than ${perMinute} ${name} per minute. Wait, then send the request again.`,
        retryAfterSeconds,
      });
    },
  };
}
