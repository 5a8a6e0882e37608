import { isEntryDate } from '../../datasets/dates.ts';
import { type DateSpan, spanOf, spansMeet } from '../../lib/date-spans.ts';
import { BIRTH_EFFECT, BIRTH_POWER } from './effects.ts';

/**
 * How a birth date agrees with a listed one. `exact`: one day. `swapped`: day and month stand in each other's place, as in dates of American
 * writing. `digit`: two days that differ in one digit. `month`, `year`, `range`: both may be one date, and leave so many days open; `circa`: the same
 * where the list says "about". `near`: no date in common, at most a year apart. `contradicts`: farther apart.
 */
export type BirthAgreement =
  | 'exact'
  | 'swapped'
  | 'month'
  | 'year'
  | 'range'
  | 'circa'
  | 'digit'
  | 'near'
  | 'contradicts';

export interface BirthComparison {
  agreement: BirthAgreement;
  /** The share of what the name lacks that it takes, `BIRTH_EFFECT.exact` at most; below 0, points that it takes from the score. */
  effect: number;
  /** The listed date, as the list writes it. */
  date: string;
}

/** An approximate year (`1961~`) may be so many years off. */
const YEARS_APPROXIMATE = 3;
/** Listed years are often no surer than this. */
const YEARS_NEAR = 1;
const DAY_MS = 24 * 3600 * 1000;
/** So many days count as a month, and so many as a year, whichever they are. */
export const MONTH_DAYS_MAX = 31;
const YEAR_DAYS_MAX = 366;
/** Days that those who are alive were born on: a date that leaves as many open tells nobody apart. */
const LIFETIME_DAYS = 90 * 365.25;

/**
 * Compares a birth date with all those of an entry, both in the forms of `datasets/dates.ts`, and gives the comparison with the highest effect; null
 * where the entry has none, or only texts that are no dates.
 */
export function compareBirthDates(birthDate: string, listed: readonly string[]): BirthComparison | null {
  let best: BirthComparison | null = null;
  for (const date of listed) {
    if (!isEntryDate(date)) continue;
    const compared = compareBirthDate(birthDate, date);
    if (best === null || compared.effect > best.effect) best = { ...compared, date };
  }
  return best;
}

/** The day, where a birth date is one whole day; else null. Entries that list it, or its month, are found by it. */
export function wholeDay(birthDate: string): string | null {
  const span = spanOf(birthDate);
  return isDay(span) ? span.from : null;
}

/** The most that a birth date can say for an entry that was not found by it: the less the more days it leaves open, and of a whole day what its year says. */
export function birthEffectMax(birthDate: string): number {
  return effectOf(wholeDay(birthDate) === null ? daysOf(spanOf(birthDate)) : YEAR_DAYS_MAX);
}

type Comparison = Omit<BirthComparison, 'date'>;

function compareBirthDate(birthDate: string, listed: string): Comparison {
  const isAbout = listed.endsWith('~');
  const [known, said] = [spanOf(birthDate), isAbout ? yearsAbout(listed) : spanOf(listed)];
  if (isDay(known) && isDay(said)) return compareDays(known.from, said.from);
  if (!spansMeet(known, said)) return farness(known, said);
  // All days that one of them leaves open: where one holds the other, those of the wider one.
  const days = daysOf({ from: min(known.from, said.from), to: max(known.to, said.to) });
  const agreement = days <= MONTH_DAYS_MAX ? 'month' : days <= YEAR_DAYS_MAX ? 'year' : isAbout ? 'circa' : 'range';
  return { agreement, effect: effectOf(days) };
}

function compareDays(a: string, b: string): Comparison {
  if (a === b) return { agreement: 'exact', effect: BIRTH_EFFECT.exact };
  const [year, month, day] = a.split('-');
  if (`${year}-${day}-${month}` === b) return { agreement: 'swapped', effect: BIRTH_EFFECT.swapped };
  if (differingSigns(a, b) === 1) return { agreement: 'digit', effect: BIRTH_EFFECT.digit };
  return farness({ from: a, to: a }, { from: b, to: b });
}

/** Of two that have no day in common. */
function farness(a: DateSpan, b: DateSpan): Comparison {
  const years = Math.max(yearOf(a.from) - yearOf(b.to), yearOf(b.from) - yearOf(a.to));
  return years <= YEARS_NEAR
    ? { agreement: 'near', effect: BIRTH_EFFECT.near }
    : { agreement: 'contradicts', effect: BIRTH_EFFECT.contradicts };
}

/** What it says that two dates lie within so many days: the more, the fewer of a lifetime's days they are. */
function effectOf(days: number): number {
  const open = days <= MONTH_DAYS_MAX ? MONTH_DAYS_MAX : Math.max(days, YEAR_DAYS_MAX);
  const effect = Math.max(0, 1 - (open / LIFETIME_DAYS) ** BIRTH_POWER);
  return Math.round(effect * 1e4) / 1e4;
}

const isDay = ({ from, to }: DateSpan): boolean => from === to;

const daysOf = ({ from, to }: DateSpan): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;

/** The years that `1961~` may be. */
function yearsAbout(listed: string): DateSpan {
  const yearBy = (years: number): string => String(Math.max(0, yearOf(listed) + years)).padStart(4, '0');
  return spanOf(`${yearBy(-YEARS_APPROXIMATE)}/${yearBy(YEARS_APPROXIMATE)}`);
}

const min = (a: string, b: string): string => (a < b ? a : b);
const max = (a: string, b: string): string => (a > b ? a : b);

function yearOf(date: string): number {
  return Number(date.slice(0, 4));
}

function differingSigns(a: string, b: string): number {
  let count = 0;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) count += 1;
  return count;
}
