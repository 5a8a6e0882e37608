import { uptime } from 'node:os';

/** The time of day, injected so that tests can hold and move it. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /** For how long the machine has been on, sleep included; nobody sets it. Absent: as `now`, which is then never set either. */
  uptimeMs?(): number;
}

export const systemClock: Clock = { now: () => Date.now(), uptimeMs: () => uptime() * 1000 };

/** ISO 8601 UTC with milliseconds and `Z`, the only form of time that leaves the appliance. */
export function isoTime(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

export const isoTimeOrNull = (timeMs: number | null): string | null => (timeMs === null ? null : isoTime(timeMs));
