/** How a birth date agrees with a listed one. `near`: within what the list leaves open, or a year off. */
export type BirthAgreement = 'equal' | 'year' | 'near' | 'contradicts';

const RANK: Record<BirthAgreement, number> = { equal: 3, year: 2, near: 1, contradicts: 0 };
/** Listed dates are often known to the year at best, and an approximate one (`1961~`) may be this many years off. */
const YEARS_NEAR = 1;
const YEARS_APPROXIMATE = 3;

/**
 * Compares a birth date (`YYYY-MM-DD`, or a part of it) with all those of an entry, in the forms of
 * `formats/dates.ts`, and gives the best agreement with the date it was found on; null where the entry has none.
 * `equal` needs two whole dates; another day or month of the same year is `year`, since lists often have them swapped.
 */
export function compareBirthDates(
  birthDate: string,
  listed: readonly string[],
): { agreement: BirthAgreement; date: string } | null {
  let best: { agreement: BirthAgreement; date: string } | null = null;
  for (const date of listed) {
    const agreement = compareBirthDate(birthDate, date);
    if (best === null || RANK[agreement] > RANK[best.agreement]) best = { agreement, date };
  }
  return best;
}

function compareBirthDate(birthDate: string, listed: string): BirthAgreement {
  if (birthDate.length === 10 && birthDate === listed) return 'equal';
  const year = Number(birthDate.slice(0, 4));
  const [from = '', until = from] = listed.split('/');
  const slack = listed.endsWith('~') ? YEARS_APPROXIMATE : 0;
  const first = Number(from.slice(0, 4)) - slack;
  const last = Number(until.slice(0, 4)) + slack;
  if (year < first - YEARS_NEAR || year > last + YEARS_NEAR) return 'contradicts';
  if (year < first || year > last || first !== last) return 'near';
  return 'year';
}
