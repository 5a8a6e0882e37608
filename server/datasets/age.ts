import { isoTime } from '../lib/clock.ts';
import { LIMITS } from '../lib/limits.ts';

const DAY_MS = 24 * 3600 * 1000;
/** In the publisher's time zone it may already be tomorrow. */
const DAYS_AHEAD_MAX = 1;

/** What determines the age of a watchlist or register version. */
export interface DatedVersion {
  /** YYYY-MM-DD, null if neither the file nor the operator gave one. */
  publishedAt: string | null;
  importedAtMs: number;
  /** Its own age limit. null: the appliance's. */
  ageDaysMax: number | null;
}

export interface ListAge {
  /** YYYY-MM-DD: its publication, or else its import (UTC). */
  dated: string;
  /** Whole days since `dated`. 0 for a date in the future. */
  ageDays: number;
  stale: boolean;
}

/**
 * Returns the age of a list version at `nowMs`. It is stale from the day it reaches its limit: its own `ageDaysMax`, or else `ageDaysMaxDefault` (30
 * days by contract). A version dated more than a day ahead, for example by a wrong clock, is stale too, because its age is unknown.
 */
export function ageOfList(
  version: DatedVersion,
  nowMs: number,
  ageDaysMaxDefault: number = LIMITS.listAgeDaysMax,
): ListAge {
  const dated = version.publishedAt ?? isoTime(version.importedAtMs).slice(0, 10);
  const days = daysSince(dated, nowMs);
  const fresh = days >= -DAYS_AHEAD_MAX && days < (version.ageDaysMax ?? ageDaysMaxDefault);
  return { dated, ageDays: Math.max(0, days), stale: !fresh };
}

/** Returns whole days from a date (YYYY-MM-DD, UTC) to a moment. Negative for a date in the future. */
export function daysSince(dated: string, nowMs: number): number {
  return Math.floor((nowMs - Date.parse(dated)) / DAY_MS);
}

/** Returns a label for a version: its date and the first eight digits of its content's hash. */
export function versionLabel(version: DatedVersion & { contentHash: string }): string {
  const dated = version.publishedAt ?? isoTime(version.importedAtMs).slice(0, 10);
  return `${dated}.${version.contentHash.slice(0, 8)}`;
}
