const two = (value: number): string => String(value).padStart(2, '0');

/** A time as `<input type="datetime-local">` writes it, to the minute, in the machine's own time zone. `ms`: since 1970. */
export function toLocalInput(ms: number): string {
  const time = new Date(ms);
  return `${toLocalDay(ms)}T${two(time.getHours())}:${two(time.getMinutes())}`;
}

/** The day of a time as `<input type="date">` writes it, in the machine's own time zone. `ms`: since 1970. */
export function toLocalDay(ms: number): string {
  const time = new Date(ms);
  return `${String(time.getFullYear()).padStart(4, '0')}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}

/** ISO 8601 in UTC of what `<input type="datetime-local">` wrote; null: it is no time. */
export function fromLocalInput(value: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value)) return null;
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

/** ISO 8601 in UTC of the last second of a day of `<input type="date">`; null: it is no day. */
export function endOfLocalDay(value: string): string | null {
  return fromLocalInput(`${value}T23:59:59`);
}
