import { fold } from './fold.ts';
import { scriptMonth } from './script-words.ts';

/** Years of the Buddhist era, as Thailand prints them, are so many ahead (Royal decree of 1940); no other year of a document is so late. */
const BUDDHIST = { ahead: 543, yearMin: 2400 };
const THAI_DATE = /(\d{1,2})\s?([\u0E00-\u0E7F][\u0E00-\u0E7F.\s]*?)\s?(\d{4})/u;
/** A year of Japan's calendar (Era Act of 1979) begins an era as its first. */
const ERAS: Readonly<Record<string, number>> = { 明治: 1867, 大正: 1911, 昭和: 1925, 平成: 1988, 令和: 2018 };
const JAPANESE_DATE =
  /(?:(\d{4})年?\s?(?:[(（][^)）]*[)）])?|(明治|大正|昭和|平成|令和)\s?(\d{1,2}|元))\s?年?\s?(\d{1,2})\s?月\s?(\d{1,2})\s?日/u;

/** A year as the Gregorian calendar counts it, where it may be one of the Buddhist era. */
export function gregorianYear(year: number): number {
  return year >= BUDDHIST.yearMin ? year - BUDDHIST.ahead : year;
}

/** Year, month and day of the first date that is printed as Thailand or Japan print them: `2 ม.ค. 2566`, `令和5年1月2日`; null where there is none. */
export function readByCalendar(text: string): [year: number, month: number, day: number] | null {
  const [, day, named = '', year] = THAI_DATE.exec(text) ?? [];
  const month = scriptMonth(fold(named).replaceAll(' ', ''));
  if (month > 0) return [gregorianYear(Number(year)), month, Number(day)];
  const [, western, era, inEra, ofYear, ofMonth] = JAPANESE_DATE.exec(text.normalize('NFKC')) ?? [];
  if (ofYear === undefined) return null;
  const counted = era === undefined ? Number(western) : (ERAS[era] ?? 0) + (inEra === '元' ? 1 : Number(inEra));
  return [counted, Number(ofYear), Number(ofMonth)];
}
