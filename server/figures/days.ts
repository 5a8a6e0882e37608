import { must } from '../lib/assert.ts';

const QUARTER_MS = 15 * 60 * 1000;
/** No zone is further from UTC than this. */
const ZONE_MAX_MS = 26 * 60 * 60 * 1000;

const FORMATS = new Map<string, Intl.DateTimeFormat>();

/** Returns the time zone of this machine (IANA), which is that of the site. */
export function siteZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Whether a text names a time zone (IANA). */
export function isZone(zone: string): boolean {
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

/** Returns the day (`YYYY-MM-DD`) of a time in a zone. */
export function dayOf(atMs: number, zone: string): string {
  return formatOf(zone).format(atMs);
}

/**
 * Returns the first moment of a day in a zone, in ms. Where the clock skips midnight, the day begins later. Zones change their clock at whole quarters
 * of an hour in UTC, so only these are tried.
 * @param day YYYY-MM-DD
 */
export function beginOfDay(day: string, zone: string): number {
  const midnight = Date.parse(day) / QUARTER_MS;
  let low = midnight - ZONE_MAX_MS / QUARTER_MS;
  let high = midnight + ZONE_MAX_MS / QUARTER_MS;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (dayOf(middle * QUARTER_MS, zone) >= day) high = middle;
    else low = middle + 1;
  }
  return low * QUARTER_MS;
}

/** Returns the day that follows. */
export function nextDay(day: string): string {
  return new Date(Date.parse(day) + 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
}

/** Returns every day from the first to the last, both included. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = nextDay(day)) days.push(day);
  return days;
}

/** Returns the first and the last day of a month. `month`: YYYY-MM. */
export function daysOfMonth(month: string): { from: string; to: string } {
  const [year, number] = month.split('-').map(Number);
  const last = new Date(Date.UTC(must(year, 'a month has its year'), must(number, 'a month has its number'), 0));
  return { from: `${month}-01`, to: last.toISOString().slice(0, 10) };
}

/** Sweden writes days as ISO 8601 does. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const kept = FORMATS.get(zone);
  if (kept) return kept;
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  // Callers choose zones, so few are kept.
  if (FORMATS.size >= FORMATS_MAX) FORMATS.clear();
  FORMATS.set(zone, format);
  return format;
}

const FORMATS_MAX = 20;
