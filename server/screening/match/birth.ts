import { isEntryDate } from '../../datasets/dates.ts';
import { type DateSpan, spanOf, spansMeet } from '../../lib/date-spans.ts';
import { BIRTH_EFFECT, BIRTH_POWER } from './effects.ts';

/**
 * How a birth date agrees with a listed one. `exact`: the same day. `swapped`: day and month are swapped, as in American dates.
 * `digit`: two days that differ in one digit. `month`, `year`, `range`: both may be the same date, with this many days open;
 * `circa`: the same if the list says "about". `near`: no date in common, at most a year apart. `contradicts`: farther apart.
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
  /** The share of the name's shortfall that it removes, at most `BIRTH_EFFECT.exact`. Below 0: points deducted from the score. */
  effect: number;
  /** The listed date, as written on the list. */
  date: string;
}

/** An approximate year (`1961~`) may be this many years off. */
const YEARS_APPROXIMATE = 3;
/** Listed years are often no more accurate than this. */
const YEARS_NEAR = 1;
const DAY_MS = 24 * 3600 * 1000;
/** The number of days that count as a month, and as a year, whichever they are. */
export const MONTH_DAYS_MAX = 31;
const YEAR_DAYS_MAX = 366;
/** The number of days on which living people were born. A date that leaves as many open distinguishes nobody. */
const LIFETIME_DAYS = 90 * 365.25;

/**
 * Compares a birth date with all those of an entry, both in the forms of `datasets/dates.ts`, and returns the comparison with the
 * highest effect. Null if the entry has none, or only texts that are not dates.
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

/** Returns the day if a birth date is one whole day, otherwise null. Entries that list it, or its month, are found by it. */
export function wholeDay(birthDate: string): string | null {
  const span = spanOf(birthDate);
  return isDay(span) ? span.from : null;
}

/**
 * Returns the maximum effect of a birth date on an entry that was not found by it: the more days it leaves open, the lower. For a
 * whole day, it is the effect of its year.
 */
export function birthEffectMax(birthDate: string): number {
  return effectOf(wholeDay(birthDate) === null ? daysOf(spanOf(birthDate)) : YEAR_DAYS_MAX);
}

type Comparison = Omit<BirthComparison, 'date'>;

function compareBirthDate(birthDate: string, listed: string): Comparison {
  const isAbout = listed.endsWith('~');
  const [known, said] = [spanOf(birthDate), isAbout ? yearsAbout(listed) : spanOf(listed)];
  if (isDay(known) && isDay(said)) return compareDays(known.from, said.from);
  if (!spansMeet(known, said)) return farness(known, said);
  // All days that one of them leaves open: if one includes the other, those of the wider one.
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

/** Compares two dates that have no day in common. */
function farness(a: DateSpan, b: DateSpan): Comparison {
  const years = Math.max(yearOf(a.from) - yearOf(b.to), yearOf(b.from) - yearOf(a.to));
  return years <= YEARS_NEAR
    ? { agreement: 'near', effect: BIRTH_EFFECT.near }
    : { agreement: 'contradicts', effect: BIRTH_EFFECT.contradicts };
}

/** Returns the effect of two dates that lie within this many days: the fewer of a lifetime's days, the higher. */
function effectOf(days: number): number {
  const open = days <= MONTH_DAYS_MAX ? MONTH_DAYS_MAX : Math.max(days, YEAR_DAYS_MAX);
  const effect = Math.max(0, 1 - (open / LIFETIME_DAYS) ** BIRTH_POWER);
  return Math.round(effect * 1e4) / 1e4;
}

const isDay = ({ from, to }: DateSpan): boolean => from === to;

const daysOf = ({ from, to }: DateSpan): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;

/** Returns the years that `1961~` may be. */
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
