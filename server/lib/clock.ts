/** The time of day, injected so that tests can hold and move it. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** ISO 8601 UTC with milliseconds and `Z`, the only form of time that leaves the appliance. */
export function isoTime(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
