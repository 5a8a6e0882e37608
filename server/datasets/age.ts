import { isoTime } from '../lib/clock.ts';
import { LIMITS } from '../lib/limits.ts';

const DAY_MS = 24 * 3600 * 1000;
/** Where the publisher lives it may be tomorrow. */
const DAYS_AHEAD_MAX = 1;

/** What tells how old a version of a watchlist or register is. */
export interface DatedVersion {
  /** YYYY-MM-DD, null where neither the file nor the operator gave one. */
  publishedAt: string | null;
  importedAtMs: number;
  /** Its own limit of age; null: the appliance's. */
  ageDaysMax: number | null;
}

export interface ListAge {
  /** YYYY-MM-DD: its publication, else its import (UTC). */
  dated: string;
  /** Whole days since `dated`; 0 for a date to come. */
  ageDays: number;
  stale: boolean;
}

/**
 * How old a list version is at `nowMs`. It is stale from the day its limit is reached: its own `ageDaysMax`, else
 * `ageDaysMaxDefault` (30 days by contract). One that is dated more than a day ahead, such as by a clock that was wrong, is
 * stale too: how old it is cannot be known.
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

/** Whole days from a date (YYYY-MM-DD, UTC) to a moment; negative for a date to come. */
export function daysSince(dated: string, nowMs: number): number {
  return Math.floor((nowMs - Date.parse(dated)) / DAY_MS);
}

/** What names a version to a person: its date and the first eight digits of its content's hash. */
export function versionLabel(version: DatedVersion & { contentHash: string }): string {
  const dated = version.publishedAt ?? isoTime(version.importedAtMs).slice(0, 10);
  return `${dated}.${version.contentHash.slice(0, 8)}`;
}
