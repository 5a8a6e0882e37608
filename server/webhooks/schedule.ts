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
/** Up to this share is added, so that deliveries that failed together do not all return together. */
const JITTER = 0.1;

/**
 * Returns milliseconds from a failure to the next attempt; null: that was the last one. Waits at least as long as the
 * receiver's `Retry-After`, within a limit.
 * @param attempts how many there were, this one included
 * @param random in [0, 1)
 */
export function nextDelayMs(attempts: number, retryAfterMs: number | null, random: number): number | null {
  const delayMs = DELAYS_MS[attempts];
  if (delayMs === undefined) return null;
  const asked = Math.min(retryAfterMs ?? 0, LIMITS.webhookRetryAfterMsMax);
  return Math.round(Math.max(delayMs, asked) * (1 + JITTER * random));
}

/** Returns `Retry-After` (RFC 9110, section 10.2.3), seconds or a date, in milliseconds from now; null if there is none that makes sense. */
export function readRetryAfter(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null;
  const ms = /^\d{1,10}$/.test(header) ? Number(header) * SECOND : Date.parse(header) - nowMs;
  return Number.isFinite(ms) && ms > 0 ? ms : null;
}
