/** The first and the last possible day of a date, both `YYYY-MM-DD`. */
export interface DateSpan {
  from: string;
  to: string;
}

/**
 * Returns the possible days of a full or partial date (ISO 8601, reduced or as an interval): `1961-02` means
 * `1961-02-01` to `1961-02-28`, `1961/1963` means `1961-01-01` to `1963-12-31`.
 */
export function spanOf(date: string): DateSpan {
  const [from = '', to = from] = date.split('/');
  return { from: from + '-01-01'.slice(from.length - '1961'.length), to: lastDay(to) };
}

/** Writes a span in the shortest form that `spanOf` reads as the same: `1961-02` and not `1961-02-01/1961-02-28`. */
export function writeSpan({ from, to }: DateSpan): string {
  const lengths = ['1961'.length, '1961-02'.length];
  const length = lengths.find((most) => spanOf(from.slice(0, most)).from === from && lastDay(to.slice(0, most)) === to);
  const [first, last] = [from.slice(0, length), to.slice(0, length)];
  return first === last ? first : `${first}/${last}`;
}

/** Returns whether two dates may be the same. */
export function spansMeet(a: DateSpan, b: DateSpan): boolean {
  return a.from <= b.to && b.from <= a.to;
}

/** Returns whether all days of `inner` are in `outer`. */
export function spanHolds(outer: DateSpan, inner: DateSpan): boolean {
  return outer.from <= inner.from && inner.to <= outer.to;
}

/** Takes `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
function lastDay(date: string): string {
  if (date.length === '1961-02-17'.length) return date;
  const month = date.length === '1961'.length ? `${date}-12` : date;
  const day = new Date(`${month}-01T00:00:00Z`);
  day.setUTCMonth(day.getUTCMonth() + 1, 0);
  return `${month}-${day.getUTCDate()}`;
}
