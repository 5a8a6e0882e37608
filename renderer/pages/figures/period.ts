import { nowMs } from '../../client/clock.ts';
import { toLocalDay } from '../../parts/dates.ts';

export const PERIODS = ['this_month', 'last_month', 'custom'] as const;
export const KINDS = ['both', 'kyc', 'kyb'] as const;

/** What the screen shows. `from` and `to` count for `custom` only: days, or empty. */
export interface Chosen {
  period: (typeof PERIODS)[number];
  kind: (typeof KINDS)[number];
  from: string;
  to: string;
}

export const NOTHING_CHOSEN: Chosen = { period: 'this_month', kind: 'both', from: '', to: '' };

/** Returns the month, `YYYY-MM`, that is this many months before this one. */
export function monthBefore(months: number, today = toLocalDay(nowMs())): string {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - months, 1)).toISOString().slice(0, 7);
}

/** Returns the last day of a month. */
export function lastDayOf(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

/** Returns the query of the API. The appliance's own zone decides when a day begins. */
export function queryOf({ period, kind, from, to }: Chosen): string {
  const last = monthBefore(1);
  const days =
    period === 'last_month' ? { from: `${last}-01`, to: lastDayOf(last) } : period === 'custom' ? { from, to } : {};
  const given = Object.entries({ ...days, ...(kind !== 'both' && { kind }) }).filter(([, value]) => value !== '');
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
