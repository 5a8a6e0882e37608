const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const ISO_PARTIAL = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;
/** The years accepted for births and listings. */
const YEAR = '(?:1[89]|20)\\d\\d';
const MONTH_NAME = `(?:${MONTHS.join('|')})[a-z]*\\.?`;

/** Whether `text` is `YYYY`, `YYYY-MM` or `YYYY-MM-DD` and exists in the calendar. */
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

/** Whether `text` is a date in one of an entry's forms: `1961`, `1961-02-17`, `1961~`, `1961/1963`. */
export function isEntryDate(text: string): boolean {
  const [from = '', until, ...others] = text.split('/');
  if (others.length > 0) return false;
  return until === undefined ? isPartialDate(from.replace(/~$/, '')) : isPartialDate(from) && isPartialDate(until);
}

/**
 * Converts a birth date as OFAC prints it to the forms of EDTF (ISO 8601-2): `17 Feb 1962` to `1962-02-17`, `Feb 1962` to
 * `1962-02`, `circa 1961` to `1961~`, `1961 to 1963` to `1961/1963`. Null if it is none of them.
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
  if (monthName !== undefined && monthNumber(monthName) === null) return null;
  return makeDate(year, monthName === undefined ? undefined : String(monthNumber(monthName)), day);
}

/** Returns the number of a month by its English name or the start of it, `1` for `Jan.`. Null if it is none. */
function monthNumber(name: string): number | null {
  const index = MONTHS.indexOf(name.slice(0, 3).toLowerCase());
  return index === -1 ? null : index + 1;
}

/** Returns `YYYY`, `YYYY-MM` or `YYYY-MM-DD` of its parts. Null if there is no such day. A part of zeros is not known. */
export function makeDate(year = '', month = '', day = ''): string | null {
  const known = [year];
  if (Number(month) > 0) known.push(month);
  if (Number(month) > 0 && Number(day) > 0) known.push(day);
  const written = known.map((part) => part.padStart(2, '0')).join('-');
  return isPartialDate(written) ? written : null;
}

/** How a date is written, the longer forms first, and how its parts make one of an entry's forms. */
const WRITTEN: { form: RegExp; read: (parts: string[]) => string | null }[] = [
  {
    form: new RegExp(`\\b(${YEAR})\\s*(?:-|–|to|and)\\s*(${YEAR})\\b(?!-)`, 'gi'),
    read: ([from = '', until = '']) => (from < until ? `${from}/${until}` : null),
  },
  { form: new RegExp(`\\b(${YEAR})-(\\d\\d)-(\\d\\d)\\b`, 'g'), read: ([y, m, d]) => makeDate(y, m, d) },
  { form: new RegExp(`\\b(${YEAR})-(\\d\\d)\\b`, 'g'), read: ([y, m]) => makeDate(y, m) },
  { form: new RegExp(`\\b(?:\\d\\d?|dd)/(?:00|mm)/(${YEAR})\\b`, 'gi'), read: ([y]) => makeDate(y) },
  { form: new RegExp(`\\bdd/(\\d\\d?)/(${YEAR})\\b`, 'gi'), read: ([m, y]) => makeDate(y, m) },
  { form: new RegExp(`\\b(\\d\\d?)[/.-](\\d\\d?)[/.-](${YEAR})\\b`, 'g'), read: ([d, m, y]) => makeDate(y, m, d) },
  { form: new RegExp(`\\b(\\d\\d?)/(${YEAR})\\b`, 'g'), read: ([m, y]) => makeDate(y, m) },
  {
    form: new RegExp(`\\b(\\d\\d?)(?:st|nd|rd|th)?[ -](${MONTH_NAME})[ -](${YEAR})\\b`, 'gi'),
    read: ([d, m = '', y]) => makeDate(y, String(monthNumber(m)), d),
  },
  {
    form: new RegExp(`\\b(${MONTH_NAME}) (\\d\\d?),? (${YEAR})\\b`, 'gi'),
    read: ([m = '', d, y]) => makeDate(y, String(monthNumber(m)), d),
  },
  {
    form: new RegExp(`\\b(${MONTH_NAME})[ -](${YEAR})\\b`, 'gi'),
    read: ([m = '', y]) => makeDate(y, String(monthNumber(m))),
  },
  { form: /\b((?:1[89]|20)\d)0s\b/g, read: ([decade]) => `${decade}0/${decade}9` },
  { form: new RegExp(`\\b(${YEAR})\\b`, 'g'), read: ([y]) => makeDate(y) },
];

const ABOUT = /\b(?:circa|c\.?|ca\.?|approx(?:\.|imately)?|around|about)[ :]*$/i;
const BETWEEN = /\bbetween\s*$/i;
/** Room for these words and what is between them and the date. */
const WORDS_BEFORE_CHARS = 24;
/** Longer texts on birth are narrative. */
const TEXT_CHARS_MAX = 4_000;

/**
 * Returns the dates in a text, in order, in the forms of an entry: `1/02/1961, 1963` (the day first) gives `1961-02-01` and
 * `1963`; `approximately Feb 1961` gives `1961~`; `Between 1955 and 1958`, `1955-1958` give `1955/1958`; `1970s` gives
 * `1970/1979`; `dd/mm/1950` and `00/00/1950` give `1950`. Without `between`, `1955 and 1958` are two years.
 */
export function datesIn(text: string): string[] {
  const found: { at: number; date: string }[] = [];
  let rest = text.slice(0, TEXT_CHARS_MAX).replace(/\s+/g, ' ');
  for (const { form, read } of WRITTEN) {
    rest = rest.replace(form, (match: string, ...groups: unknown[]) => {
      const at = groups.findLast((group) => typeof group === 'number') as number;
      const before = rest.slice(Math.max(0, at - WORDS_BEFORE_CHARS), at);
      if (/ and /i.test(match) && !BETWEEN.test(before)) return match;
      const date = read(groups.filter((group): group is string => typeof group === 'string').slice(0, 3));
      if (date === null) return match;
      found.push({ at, date: ABOUT.test(before) && !date.includes('/') ? `${date.slice(0, 4)}~` : date });
      return '#'.repeat(match.length);
    });
  }
  const dates = found.toSorted((a, b) => a.at - b.at).map(({ date }) => date);
  return [...new Set(dates)];
}

/** Returns the first whole day in a text, `YYYY-MM-DD`. Null if there is none. */
export function dayIn(text: string): string | null {
  return datesIn(text).find(isFullDate) ?? null;
}
