import { isNear } from '../read/near.ts';

/** The months in English, French, German, Spanish, Italian, Dutch and Portuguese, with the usual abbreviations and without accents. */
const MONTHS: readonly (readonly string[])[] = [
  'january janvier januar janner enero gennaio januari janeiro jan janv ene gen',
  'february fevrier februar febrero febbraio februari fevereiro feb fev fevr',
  'march mars marz maerz marzo maart marco mar mrz mrt',
  'april avril abril aprile apr avr abr',
  'may mai mayo maggio mei maio mag',
  'june juin juni junio giugno junho jun giu',
  'july juillet juli julio luglio julho jul juil lug',
  'august aout agosto augustus aug ago',
  'september septembre septiembre settembre setembro sep sept set',
  'october octobre oktober octubre ottobre outubro oct okt ott out',
  'november novembre noviembre novembro nov',
  'december decembre dezember diciembre dicembre dezembro dec dez dic',
].map((row) => row.split(' '));
/** A shorter name with one wrong letter may be another month: `juin` and `juni`. */
const MISREAD_FROM = 6;

/**
 * Returns the number of a month, 1..12, from its name in small letters without accents, or 0 if there is none. With `tolerant`,
 * one letter may be wrong.
 */
function monthOf(name: string, tolerant: boolean): number {
  const exact = MONTHS.findIndex((names) => names.includes(name));
  if (exact >= 0 || !tolerant || name.length < MISREAD_FROM) return exact + 1;
  return MONTHS.findIndex((names) => names.some((known) => known.length >= MISREAD_FROM && isNear(name, known, 1))) + 1;
}

/** A printed date: its possible readings as YYYY-MM-DD, the likeliest first. There are two if day and month may be swapped. */
export type PrintedDate = readonly [string, ...string[]];

/** Countries that write the month first (Unicode CLDR 46, English locale of each). */
const MONTH_FIRST = new Set('US PH PR GU AS VI MP UM FM MH PW'.split(' '));
const YEAR_MIN = 1800;
const ISO = /(?<!\d)(\d{4})([./-])(\d{1,2})\2(\d{1,2})(?!\d)/g;
const NUMERIC = /(?<![\d./-])(\d{1,2}) ?([./-]) ?(\d{1,2}) ?\2 ?(\d{4})(?!\d)/g;
const DAY_FIRST =
  /(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|re|o|a)?[ .,/-]{0,2}(?:day )?(?:of |de |d ?')?([a-z]{3,10})[ .,/-]{1,2}(?:of |de |del )?(\d{4})(?!\d)/g;
const NAME_FIRST = /(?<![a-z])([a-z]{3,10})[ .]{1,2}(\d{1,2})(?:st|nd|rd|th)?[ ,]{1,2}(\d{4})(?!\d)/g;

/**
 * Returns the dates on a document: `12/03/2024`, `2024-03-12`, `12 March 2024`, `March 12, 2024`, `1er mars 2024`, `12 de marzo
 * de 2024`, with month names in seven languages. In dates of digits alone the day goes first, except in countries that write the
 * month first. Years have four digits. With `tolerant`, it allows for OCR errors.
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
  // Letters among digits are misread digits.
  return folded.replace(/(?<=[\d./-])o(?=[\d./-])|(?<=\d)o(?![a-z])/g, '0').replace(/(?<![a-z])[il|](?=[\d./-])/g, '1');
}

/** Returns YYYY-MM-DD, or null if there is no such day. */
function dateOf(year: string | undefined, month: string | number | undefined, day: string | undefined): string | null {
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  const date = new Date(Date.UTC(y, m - 1, d));
  const isDay = date.getUTCFullYear() === y && date.getUTCMonth() === m - 1 && date.getUTCDate() === d;
  return isDay && y >= YEAR_MIN ? date.toISOString().slice(0, 10) : null;
}
