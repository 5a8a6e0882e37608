import { monthOf } from './documents-months.ts';

/** A date as it is printed: the ways to read it, YYYY-MM-DD, the likeliest first; two where day and month may be exchanged. */
export type PrintedDate = readonly [string, ...string[]];

/** Countries that write the month first (Unicode CLDR 46, English of each). */
const MONTH_FIRST = new Set('US PH PR GU AS VI MP UM FM MH PW'.split(' '));
const YEAR_MIN = 1800;
const ISO = /(?<!\d)(\d{4})([./-])(\d{1,2})\2(\d{1,2})(?!\d)/g;
const NUMERIC = /(?<![\d./-])(\d{1,2}) ?([./-]) ?(\d{1,2}) ?\2 ?(\d{4})(?!\d)/g;
const DAY_FIRST =
  /(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|re|o|a)?[ .,/-]{0,2}(?:day )?(?:of |de |d ?')?([a-z]{3,10})[ .,/-]{1,2}(?:of |de |del )?(\d{4})(?!\d)/g;
const NAME_FIRST = /(?<![a-z])([a-z]{3,10})[ .]{1,2}(\d{1,2})(?:st|nd|rd|th)?[ ,]{1,2}(\d{4})(?!\d)/g;

/**
 * The dates on a document: `12/03/2024`, `2024-03-12`, `12 March 2024`, `March 12, 2024`, `1er mars 2024`, `12 de marzo de
 * 2024`, with the names of months in seven languages. Of figures alone the day comes first, but the month in countries that write so;
 * years have four digits. With `tolerant` as a reader of pictures may have read them.
 */
export function printedDates(lines: readonly string[], country: string, tolerant: boolean): PrintedDate[] {
  const monthFirst = MONTH_FIRST.has(country);
  return lines.flatMap((line) => {
    const text = foldLine(line, tolerant);
    const read = (form: RegExp, toDates: (...parts: string[]) => (string | null)[]): PrintedDate[] =>
      [...text.matchAll(form)].flatMap(([, ...parts]) => {
        const [first, ...others] = toDates(...parts).filter((date) => date !== null);
        return first === undefined ? [] : [[first, ...others.filter((other) => other !== first)]];
      });
    return [
      ...read(ISO, (year, _, month, day) => [dateOf(year, month, day)]),
      ...read(NUMERIC, (first, _, second, year) => {
        const dates = [dateOf(year, second, first), dateOf(year, first, second)];
        return monthFirst ? dates.reverse() : dates;
      }),
      ...read(DAY_FIRST, (day, month = '', year) => [dateOf(year, monthOf(month, tolerant), day)]),
      ...read(NAME_FIRST, (month = '', day, year) => [dateOf(year, monthOf(month, tolerant), day)]),
    ];
  });
}

function foldLine(line: string, tolerant: boolean): string {
  const folded = line
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[’`´]/g, "'")
    .replace(/[–—]/g, '-')
    .replace(/\s+/g, ' ');
  if (!tolerant) return folded;
  // Letters among figures are figures that were misread.
  return folded.replace(/(?<=[\d./-])o(?=[\d./-])|(?<=\d)o(?![a-z])/g, '0').replace(/(?<![a-z])[il|](?=[\d./-])/g, '1');
}

/** YYYY-MM-DD; null where there is no such day. */
function dateOf(year: string | undefined, month: string | number | undefined, day: string | undefined): string | null {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  const date = new Date(Date.UTC(y, m - 1, d));
  const isDay = date.getUTCFullYear() === y && date.getUTCMonth() === m - 1 && date.getUTCDate() === d;
  return isDay && y >= YEAR_MIN ? date.toISOString().slice(0, 10) : null;
}
