import { isEntryDate } from '../../datasets/dates.ts';
import { spanOf } from '../../lib/date-spans.ts';
import { MONTH_DAYS_MAX } from '../match/birth.ts';

/** Listed birth dates that leave at most a month open, in the order of their first days. Days are counted from the year 0. */
export interface BirthTable {
  birthFrom: Uint32Array;
  birthTo: Uint32Array;
  /** By birth date: its entry, as numbered in a `PlaceTable`. */
  birthOwners: Uint32Array;
}

const DAY_MS = 24 * 3600 * 1000;
const DAYS_TO_1970 = 719_528;

/**
 * Returns the table of birth dates.
 * @param dates all dates on the lists, in the forms of `datasets/dates.ts`; others are left out
 */
export function makeBirthTable(dates: Iterable<{ owner: number; date: string }>): BirthTable {
  // Plain numbers, because a large list has a million.
  const [froms, tos, owners]: [number[], number[], number[]] = [[], [], []];
  for (const { owner, date } of dates) {
    if (!isEntryDate(date) || date.endsWith('~')) continue;
    const { from, to } = spanOf(date);
    const [first, last] = [dayNumber(from), dayNumber(to)];
    if (last - first >= MONTH_DAYS_MAX) continue;
    froms.push(first);
    tos.push(last);
    owners.push(owner);
  }
  const order = Uint32Array.from(froms.keys()).sort((a, b) => (froms[a] as number) - (froms[b] as number));
  const inOrder = (values: readonly number[]): Uint32Array => order.map((at) => values[at] as number);
  return { birthFrom: inOrder(froms), birthTo: inOrder(tos), birthOwners: inOrder(owners) };
}

/** Returns the entries whose listed birth date is this day (`YYYY-MM-DD`), its month, or a few days around it. */
export function ownersBorn({ birthFrom, birthTo, birthOwners }: BirthTable, day: string): number[] {
  const number = dayNumber(day);
  const owners: number[] = [];
  for (let at = firstFrom(birthFrom, number - MONTH_DAYS_MAX); (birthFrom[at] ?? Infinity) <= number; at++) {
    if ((birthTo[at] as number) >= number) owners.push(birthOwners[at] as number);
  }
  return owners;
}

/** Returns the index of the first of the sorted numbers that is not below `least`. */
function firstFrom(sorted: Uint32Array, least: number): number {
  let [from, until] = [0, sorted.length];
  while (from < until) {
    const middle = (from + until) >> 1;
    if ((sorted[middle] as number) < least) from = middle + 1;
    else until = middle;
  }
  return from;
}

const dayNumber = (day: string): number => Math.round(Date.parse(day) / DAY_MS) + DAYS_TO_1970;
