/** A birth date, full or partial, as the appliance accepts it from a form. */
export interface Birth {
  dob?: string;
  birth_date?: { from: string; to: string };
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const KNOWN = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/;

/** Parses a full date, `1990-05`, `1990`, or two of them with a slash between them. Any other text is sent as if it were a full date. */
export function birthOf(typed: string): Birth {
  const [from = '', to = from, ...others] = partsOf(typed);
  if (others.length > 0 || !isKnown(from) || !isKnown(to)) return { dob: typed.trim() };
  return DAY.test(from) && from === to ? { dob: from } : { birth_date: { from, to } };
}

/** Whether the appliance accepts it. */
export function isBirth(typed: string): boolean {
  const parts = partsOf(typed);
  return parts.length <= 2 && parts.every(isKnown);
}

/** Returns a full or partial birth date as one text, as `birthOf` reads it; null if there is none. */
export function birthText({ dob, birth_date: range }: Birth): string | null {
  if (dob !== undefined) return dob;
  if (!range) return null;
  return range.from === range.to ? range.from : `${range.from}/${range.to}`;
}

const partsOf = (typed: string): string[] => typed.split('/').map((part) => part.trim());

function isKnown(date: string): boolean {
  const [, year, month = '01', day = '01'] = KNOWN.exec(date) ?? [];
  const time = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.getUTCDate() === Number(day);
}

const two = (value: number): string => String(value).padStart(2, '0');

/** Formats a time for `<input type="datetime-local">`, to the minute, in the machine's own time zone. `ms`: since 1970. */
export function toLocalInput(ms: number): string {
  const time = new Date(ms);
  return `${toLocalDay(ms)}T${two(time.getHours())}:${two(time.getMinutes())}`;
}

/** Formats the day of a time for `<input type="date">`, in the machine's own time zone. `ms`: since 1970. */
export function toLocalDay(ms: number): string {
  const time = new Date(ms);
  return `${String(time.getFullYear()).padStart(4, '0')}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}

/** Converts the value of `<input type="datetime-local">` to ISO 8601 in UTC; null if it is not a time. */
export function fromLocalInput(value: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value)) return null;
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? null : time.toISOString();
}

/** Converts the value of `<input type="date">` to the last second of that day, ISO 8601 in UTC; null if it is not a day. */
export function endOfLocalDay(value: string): string | null {
  return fromLocalInput(`${value}T23:59:59`);
}
