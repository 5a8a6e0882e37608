/**
 * A period of whole months in UTC. It ends on the same day and time of a later month; where that month has no such day, at the
 * beginning of the next, so that no period is ever shorter than it says.
 */
export function afterMonths(startMs: number, months: number): number {
  const start = new Date(startMs);
  const end = new Date(startMs);
  end.setUTCDate(1);
  end.setUTCMonth(start.getUTCMonth() + months);
  const daysInMonth = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  if (start.getUTCDate() > daysInMonth) return Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 1);
  end.setUTCDate(start.getUTCDate());
  return end.getTime();
}

/** The latest start whose period of so many months has ended by now: `afterMonths(start) <= now` holds up to it and not beyond. */
export function beforeMonths(nowMs: number, months: number): number {
  const now = new Date(nowMs);
  const start = new Date(nowMs);
  start.setUTCDate(1);
  start.setUTCMonth(now.getUTCMonth() - months);
  const daysInMonth = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 0)).getUTCDate();
  if (now.getUTCDate() > daysInMonth) return Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1) - 1;
  // Days that this month lacks have ended with its first moment.
  start.setUTCDate(now.getUTCDate());
  return start.getTime();
}
