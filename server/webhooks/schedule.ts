import { LIMITS } from '../lib/limits.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Contract: each time counts from the failure before it. */
const DELAYS_MS = [
  0,
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
/** Up to so much is added, so that what failed together does not come back together. */
const JITTER = 0.1;

/**
 * Milliseconds from a failure to the next attempt; null: that was the last one. What a receiver asked for by `Retry-After` is waited
 * for at least, within a limit.
 * @param attempts how many there were, this one included
 * @param random in [0, 1)
 */
export function nextDelayMs(attempts: number, retryAfterMs: number | null, random: number): number | null {
  const delayMs = DELAYS_MS[attempts];
  if (delayMs === undefined) return null;
  const asked = Math.min(retryAfterMs ?? 0, LIMITS.webhookRetryAfterMsMax);
  return Math.round(Math.max(delayMs, asked) * (1 + JITTER * random));
}

/** `Retry-After` (RFC 9110, section 10.2.3), seconds or a date, in milliseconds from now; null if there is none that makes sense. */
export function readRetryAfter(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null;
  const ms = /^\d{1,10}$/.test(header) ? Number(header) * SECOND : Date.parse(header) - nowMs;
  return Number.isFinite(ms) && ms > 0 ? ms : null;
}
