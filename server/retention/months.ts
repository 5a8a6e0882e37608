/**
 * Adds whole months in UTC. The period ends on the same day and time of a later month. If that month has no such day,
 * it ends at the start of the next month, so no period is shorter than stated.
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

/** Returns the latest start whose period of `months` has ended by now: `afterMonths(start) <= now` holds up to that start and not beyond. */
export function beforeMonths(nowMs: number, months: number): number {
  const now = new Date(nowMs);
  const start = new Date(nowMs);
  start.setUTCDate(1);
  start.setUTCMonth(now.getUTCMonth() - months);
  const daysInMonth = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 0)).getUTCDate();
  if (now.getUTCDate() > daysInMonth) return Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1) - 1;
  // Days that this month lacks end at its first moment.
  start.setUTCDate(now.getUTCDate());
  return start.getTime();
}
