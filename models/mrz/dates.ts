/** How many years ahead an expiry date may be; a later one belongs to the previous century. */
const EXPIRY_YEARS_AHEAD = 50;

/**
 * Returns the birth date YYMMDD as YYYY-MM-DD: in the latest year that is not after `latest` (YYYY-MM-DD). null if a
 * part is unknown (fillers) or there is no such day.
 */
export function birthDate(yymmdd: string, latest: string): string | null {
  const century = Number(latest.slice(0, 2)) * 100;
  const date = dateIn(yymmdd, century);
  return date !== null && date > latest ? dateIn(yymmdd, century - 100) : (date ?? dateIn(yymmdd, century - 100));
}

/** Returns the expiry date YYMMDD as YYYY-MM-DD: in the year that is at most 50 after `today`'s and less than 50 before it. */
export function expiryDate(yymmdd: string, today: string): string | null {
  const year = Number(today.slice(0, 4));
  const oldest = year + EXPIRY_YEARS_AHEAD - 99;
  const century = Math.floor(oldest / 100) * 100;
  return dateIn(yymmdd, century + Number(yymmdd.slice(0, 2)) >= oldest ? century : century + 100);
}

/** Returns YYYY-MM-DD if the calendar has that day, otherwise null. */
export function calendarDate(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const same = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return same ? date.toISOString().slice(0, 10) : null;
}

function dateIn(yymmdd: string, century: number): string | null {
  if (!/^\d{6}$/.test(yymmdd)) return null;
  const part = (from: number): number => Number(yymmdd.slice(from, from + 2));
  return calendarDate(century + part(0), part(2), part(4));
}
