import { uptime } from 'node:os';

/** The time of day, injected so that tests can control it. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /** How long the machine has been on, including sleep; it cannot be set. Absent: same as `now`, which is then never set either. */
  uptimeMs?(): number;
}

export const systemClock: Clock = { now: () => Date.now(), uptimeMs: () => uptime() * 1000 };

/** Formats a time as ISO 8601 UTC with milliseconds and `Z`, the only time format that leaves the appliance. */
export function isoTime(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

export const isoTimeOrNull = (timeMs: number | null): string | null => (timeMs === null ? null : isoTime(timeMs));
