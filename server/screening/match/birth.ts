import { isEntryDate } from '../../datasets/dates.ts';
import { BIRTH_EFFECT } from './effects.ts';

/** How a birth date agrees with a listed one, as `BIRTH_EFFECT` tells. */
export type BirthAgreement = keyof typeof BIRTH_EFFECT;

/** An approximate year (`1961~`) may be so many years off. */
const YEARS_APPROXIMATE = 3;
/** Listed years are often no surer than this. */
const YEARS_NEAR = 1;

/**
 * Compares a birth date (`YYYY-MM-DD`, or a part of it) with all those of an entry, in the forms of `formats/dates.ts`, and
 * gives the agreement with the highest effect and the date it was found on; null where the entry has none, or only texts
 * that are no dates.
 */
export function compareBirthDates(
  birthDate: string,
  listed: readonly string[],
): { agreement: BirthAgreement; date: string } | null {
  let best: { agreement: BirthAgreement; date: string } | null = null;
  for (const date of listed) {
    if (!isEntryDate(date)) continue;
    const agreement = compareBirthDate(birthDate, date);
    if (best === null || BIRTH_EFFECT[agreement] > BIRTH_EFFECT[best.agreement]) best = { agreement, date };
  }
  return best;
}

function compareBirthDate(birthDate: string, listed: string): BirthAgreement {
  const [from = '', until] = listed.split('/');
  if (until !== undefined || listed.endsWith('~')) return compareSpan(birthDate, from, until ?? from, listed);
  if (birthDate.length === 10 && listed.length === 10) return compareDays(birthDate, listed);
  const shorter = Math.min(birthDate.length, listed.length);
  if (birthDate.slice(0, shorter) === listed.slice(0, shorter)) return shorter === 7 ? 'month' : 'year';
  return Math.abs(yearOf(birthDate) - yearOf(listed)) <= YEARS_NEAR ? 'near' : 'contradicts';
}

function compareDays(a: string, b: string): BirthAgreement {
  if (a === b) return 'equal';
  const [year, month, day] = a.split('-');
  if (`${year}-${day}-${month}` === b) return 'swapped';
  if (differingSigns(a, b) === 1) return 'digit';
  return Math.abs(yearOf(a) - yearOf(b)) <= YEARS_NEAR ? 'near' : 'contradicts';
}

function compareSpan(birthDate: string, from: string, until: string, listed: string): BirthAgreement {
  const slack = listed.endsWith('~') ? YEARS_APPROXIMATE : 0;
  const year = yearOf(birthDate);
  if (year >= yearOf(from) - slack && year <= yearOf(until) + slack) return 'span';
  return year >= yearOf(from) - slack - YEARS_NEAR && year <= yearOf(until) + slack + YEARS_NEAR
    ? 'near'
    : 'contradicts';
}

function yearOf(date: string): number {
  return Number(date.slice(0, 4));
}

function differingSigns(a: string, b: string): number {
  let count = 0;
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) count += 1;
  return count;
}
