import { isPartialDate } from '../../datasets/dates.ts';
import type { XmlElement } from '../../datasets/xml-element.ts';

/**
 * Returns a `DatePeriod` in the forms of `dates.ts`, or null if there is no date. The model writes a year as its first and last
 * day, a month likewise, and an approximate date with `Approximate="true"`.
 */
export function readPeriod(period: XmlElement): string | null {
  const start = period.child('Start');
  const end = period.child('End') ?? start;
  const from = start && readDay(start.child('From') ?? start.child('To'));
  const until = (end && readDay(end.child('To') ?? end.child('From'))) ?? from;
  if (!from || !until) return null;
  const isRough = [start, end].some((side) => side?.attribute('Approximate') === 'true');
  const text = spanText(from, until);
  return isRough && !text.includes('/') ? `${text.slice(0, 4)}~` : text;
}

/** Reads a `Date`, `From` or `To` with `Year`, `Month` and `Day`, or with attributes of these names. */
export function readDay(element: XmlElement | undefined): string | null {
  if (!element) return null;
  const part = (name: string): string => element.childText(name) || element.attribute(name);
  const parts = [part('Year'), part('Month'), part('Day')];
  const known = parts.slice(0, parts.indexOf('') < 0 ? parts.length : parts.indexOf(''));
  const text = known.map((value, index) => value.padStart(index === 0 ? 4 : 2, '0')).join('-');
  return isPartialDate(text) ? text : null;
}

function spanText(from: string, until: string): string {
  if (from === until) return from;
  const [fromYear, untilYear] = [from.slice(0, 4), until.slice(0, 4)];
  const areWholeYears = from.endsWith('-01-01') && until.endsWith('-12-31');
  if (areWholeYears) return fromYear === untilYear ? fromYear : `${fromYear}/${untilYear}`;
  const month = from.slice(0, 7);
  if (from === `${month}-01` && until === lastDayOf(month)) return month;
  return `${from}/${until}`;
}

function lastDayOf(month: string): string {
  const [year, number] = month.split('-').map(Number);
  return new Date(Date.UTC(year ?? 0, number ?? 1, 0)).toISOString().slice(0, 10);
}
