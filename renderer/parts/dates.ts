/** A birth date, or what is known of it, as the appliance takes it from a form. */
export interface Birth {
  dob?: string;
  birth_date?: { from: string; to: string };
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const KNOWN = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/;

/** What was typed: a whole day, `1990-05`, `1990`, or two of them with a stroke between them. Anything else is sent as the day that it should be. */
export function birthOf(typed: string): Birth {
  const [from = '', to = from, ...others] = partsOf(typed);
  if (others.length > 0 || !isKnown(from) || !isKnown(to)) return { dob: typed.trim() };
  return DAY.test(from) && from === to ? { dob: from } : { birth_date: { from, to } };
}

/** Whether the appliance can take it. */
export function isBirth(typed: string): boolean {
  const parts = partsOf(typed);
  return parts.length <= 2 && parts.every(isKnown);
}

/** What is known of a birth date in one text, as `birthOf` reads it; null: nothing. */
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
