import { fold } from './fold.ts';
import { scriptMonth } from './script-words.ts';

/** Years of the Buddhist era, as Thailand prints them, are this far ahead (Royal decree of 1940). No other year on a document is as late. */
const BUDDHIST = { ahead: 543, yearMin: 2400 };
const THAI_DATE = /(\d{1,2})\s?([\u0E00-\u0E7F][\u0E00-\u0E7F.\s]*?)\s?(\d{4})/u;
/** A year of Japan's calendar (Era Act of 1979) is the first of its era. */
const ERAS: Readonly<Record<string, number>> = { 明治: 1867, 大正: 1911, 昭和: 1925, 平成: 1988, 令和: 2018 };
const JAPANESE_DATE =
  /(?:(\d{4})年?\s?(?:[(（][^)）]*[)）])?|(明治|大正|昭和|平成|令和)\s?(\d{1,2}|元))\s?年?\s?(\d{1,2})\s?月\s?(\d{1,2})\s?日/u;

/** Returns a year in the Gregorian calendar, if it may be one of the Buddhist era. */
function gregorianYear(year: number): number {
  return year >= BUDDHIST.yearMin ? year - BUDDHIST.ahead : year;
}

/** Returns year, month and day of the first date printed as in Thailand or Japan: `2 ม.ค. 2566`, `令和5年1月2日`. Null if there is none. */
function readByCalendar(text: string): [year: number, month: number, day: number] | null {
  const [, day, named = '', year] = THAI_DATE.exec(text) ?? [];
  const month = scriptMonth(fold(named).replaceAll(' ', ''));
  if (month > 0) return [gregorianYear(Number(year)), month, Number(day)];
  const [, western, era, inEra, ofYear, ofMonth] = JAPANESE_DATE.exec(text.normalize('NFKC')) ?? [];
  if (ofYear === undefined) return null;
  const counted = era === undefined ? Number(western) : (ERAS[era] ?? 0) + (inEra === '元' ? 1 : Number(inEra));
  return [counted, Number(ofYear), Number(ofMonth)];
}

/** The beginnings of the months' names, accents folded: English, French, German, Spanish, Italian, Portuguese. */
const MONTHS: readonly (readonly string[])[] = [
  ['jan', 'ene', 'gen'],
  ['feb', 'fev', 'fevr'],
  ['mar', 'mrz', 'maer'],
  ['apr', 'avr', 'abr'],
  ['may', 'mai', 'mag', 'mei', 'maj'],
  ['jun', 'juin', 'giu'],
  ['jul', 'juil', 'lug'],
  ['aug', 'aou', 'ago'],
  ['sep', 'set'],
  ['oct', 'okt', 'ott', 'out'],
  ['nov'],
  ['dec', 'dez', 'dic'],
];
/** An expiry with a two-digit year is at most this far ahead. A birth or an issue is never ahead. */
const EXPIRY_YEARS_AHEAD = 50;

export type DateKind = 'past' | 'expiry';
/** Whether an issuer prints the day or the month first if both are digits. */
export type DateOrder = 'day-first' | 'month-first';

/**
 * Returns the first date in printed text as YYYY-MM-DD, or null. Accepts `12.08.1974`, `12/08/74`, `1974-08-12`, `12 AUG/AOÛT
 * 74`, `August 12, 1974`, `12 août 1974`, months in other scripts, Buddhist years, eras of Japan. Day and month are in `order`,
 * unless only the other order gives a calendar day.
 * @param today YYYY-MM-DD, settles the century of two-digit years
 */
export function readDate(text: string, kind: DateKind, today: string, order: DateOrder = 'day-first'): string | null {
  const byCalendar = readByCalendar(text);
  return (
    (byCalendar && calendarDate(...byCalendar)) ?? readNumeric(text, kind, today, order) ?? readNamed(text, kind, today)
  );
}

function readNumeric(text: string, kind: DateKind, today: string, order: DateOrder): string | null {
  const digits = text
    .replace(/(?<=[\d./ -])[Oo](?=[\d./ -]|$)/g, '0')
    .replace(/(?<=[\d./ -])[Il|](?=[\d./ -]|$)/g, '1');
  const iso = digits.match(/(?<!\d)(\d{4})\s?[-./:, ]{1,2}\s?(\d{1,2})\s?[-./:, ]{1,2}\s?(\d{1,2})(?!\d)/);
  if (iso) return calendarDate(gregorianYear(Number(iso[1])), Number(iso[2]), Number(iso[3]));
  const match = digits.match(/(?<!\d)(\d{1,2})\s?[-./:, ]{1,2}\s?(\d{1,2})\s?[-./:, ]{1,2}\s?(\d{4}|\d{2})(?!\d)/);
  if (!match) return null;
  const year = fullYear(match[3] ?? '', kind, today);
  const [first, second] = [Number(match[1]), Number(match[2])];
  const [day, month] = order === 'day-first' ? [first, second] : [second, first];
  return calendarDate(year, month, day) ?? calendarDate(year, day, month);
}

/** The month is the first word that begins like one. Its name in a second language is skipped. */
function readNamed(text: string, kind: DateKind, today: string): string | null {
  const words = fold(text)
    .split(' ')
    .flatMap((word) => word.match(/\d+|\p{L}+/gu) ?? []);
  const at = words.findIndex((word) => monthOf(word) > 0);
  if (at < 0) return null;
  const numbers = words.filter((word) => /^\d+$/.test(word));
  const [day, year] = [numbers.find((word) => word.length <= 2), numbers.at(-1)];
  if (numbers.length < 2 || day === undefined || year === undefined || (year.length !== 4 && year.length !== 2))
    return null;
  return calendarDate(fullYear(year, kind, today), monthOf(words[at] ?? ''), Number(day));
}

function monthOf(word: string): number {
  if (word.length < 3) return 0;
  return MONTHS.findIndex((starts) => starts.some((start) => word.startsWith(start))) + 1 || scriptMonth(word);
}

function fullYear(year: string, kind: DateKind, today: string): number {
  if (year.length === 4) return gregorianYear(Number(year));
  const latest = Number(today.slice(0, 4)) + (kind === 'expiry' ? EXPIRY_YEARS_AHEAD : 0);
  const inCentury = latest - (latest % 100) + Number(year);
  return inCentury > latest ? inCentury - 100 : inCentury;
}

function calendarDate(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const same = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return same && year >= 1900 ? date.toISOString().slice(0, 10) : null;
}
