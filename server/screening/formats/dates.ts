const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const ISO_PARTIAL = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;

/** Whether `text` is `YYYY`, `YYYY-MM` or `YYYY-MM-DD` and stands in the calendar. */
export function isPartialDate(text: string): boolean {
  const found = ISO_PARTIAL.exec(text);
  if (!found) return false;
  const [, year, month = '01', day = '01'] = found;
  const time = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.getUTCDate() === Number(day);
}

/** Whether `text` is a whole calendar day, `YYYY-MM-DD`. */
export function isFullDate(text: string): boolean {
  return text.length === 10 && isPartialDate(text);
}

/**
 * A birth date as OFAC prints it, in the forms of EDTF (ISO 8601-2): `17 Feb 1962` as `1962-02-17`, `Feb 1962` as
 * `1962-02`, `circa 1961` as `1961~`, `1961 to 1963` as `1961/1963`. Null where it is none of them.
 */
export function parseWrittenDate(text: string): string | null {
  const span = /^(?:circa )?(.+?)(?: to |-)(.+)$/i.exec(text.trim());
  if (span) {
    const from = parseWrittenDay(span[1] ?? '');
    const until = parseWrittenDay(span[2] ?? '');
    return from && until ? `${from}/${until}` : null;
  }
  const circa = /^circa (.+)$/i.exec(text.trim());
  const day = parseWrittenDay(circa?.[1] ?? text.trim());
  return day && circa ? `${day.slice(0, 4)}~` : day;
}

function parseWrittenDay(text: string): string | null {
  const found = /^(?:(?:(\d{1,2}) )?([a-z]{3}) )?(\d{4})$/i.exec(text);
  if (!found) return null;
  const [, day, monthName, year] = found;
  const month = monthName === undefined ? 0 : MONTHS.indexOf(monthName.toLowerCase()) + 1;
  if (monthName !== undefined && month === 0) return null;
  const parts = [year, monthName && String(month), day].filter((part) => part !== undefined);
  const written = parts.map((part) => part.padStart(2, '0')).join('-');
  return isPartialDate(written) ? written : null;
}
