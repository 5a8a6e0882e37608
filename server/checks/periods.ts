import { type FindingCode, makeFinding } from './findings.ts';
import type { Policy } from './policy.ts';
import type { DocumentReading, FieldName, Finding } from './types.ts';

/** The year on documents without an expiry (Spain's for the elderly, some residence permits). */
const NO_END_YEAR = '9999';

/** A date as one side of a document gave it, in YYYY-MM-DD. A higher `trust` is more certain. */
export interface TrustedDate {
  value: string;
  document_id: string;
  trust: number;
  /** The century was guessed: the MRZ has two digits of the year, and no other source gives the same day in full. */
  guessed: boolean;
}

/** The most trusted dates of one document. An absent one was not read. */
interface Life {
  born: TrustedDate | undefined;
  issued: TrustedDate | undefined;
  expires: TrustedDate | undefined;
}

/**
 * Reports faults between two dates of one document: how old its holder is on `today` (YYYY-MM-DD) and was at its issue, and for
 * how long it was issued.
 */
export function findPeriodFaults(
  type: DocumentReading['type'] | undefined,
  dates: (field: FieldName) => TrustedDate[],
  today: string,
  policy: Policy,
): Finding[] {
  const life = {
    born: mostConfident(dates('date_of_birth')),
    issued: mostConfident(dates('issue_date')),
    expires: mostConfident(dates('expiry_date')),
  };
  return [
    ...findAgeFault(life, today, policy),
    ...findIssueBeforeBirth(life),
    ...findLongValidity(type, life, policy),
    ...findChildsValidity(life, policy),
  ];
}

function findAgeFault({ born }: Life, today: string, policy: Policy): Finding[] {
  const minimum = policy.reading.age_years_min;
  // A guess may be a hundred years off: an apparent child may be the oldest of all.
  if (!born || born.guessed || born.value > today) return [];
  const age_years = wholeYears(born.value, today);
  return age_years < minimum ? [about('holder_under_age', 'date_of_birth', born, { age_years, minimum })] : [];
}

function findIssueBeforeBirth({ born, issued }: Life): Finding[] {
  if (!born || !issued || issued.value >= born.value) return [];
  const evidence = { issue_date: issued.value, date_of_birth: born.value };
  return [about('issued_before_birth', 'issue_date', issued, evidence)];
}

function findLongValidity(
  type: DocumentReading['type'] | undefined,
  { issued, expires }: Life,
  policy: Policy,
): Finding[] {
  const maximum = policy.reading.validity_years_max[type ?? 'unknown'];
  if (!issued || !expires || maximum === undefined || expires.value.startsWith(NO_END_YEAR)) return [];
  if (expires.value <= yearsLater(issued.value, maximum)) return [];
  const evidence = { issue_date: issued.value, expiry_date: expires.value, maximum };
  return [about('validity_too_long', 'expiry_date', expires, evidence)];
}

/** Most states issue children's documents for a shorter time, because children's faces change. Documents of other states are not forgeries. */
function findChildsValidity({ born, issued, expires }: Life, policy: Policy): Finding[] {
  const { child_age_years_max, child_validity_years_max: maximum } = policy.reading;
  if (!born || !issued || !expires || issued.value < born.value) return [];
  const age_years = wholeYears(born.value, issued.value);
  if (age_years > child_age_years_max || expires.value <= yearsLater(issued.value, maximum)) return [];
  const evidence = { age_years, issue_date: issued.value, expiry_date: expires.value, maximum };
  return [about('child_validity_long', 'expiry_date', expires, evidence)];
}

function about(
  code: FindingCode,
  field: FieldName,
  { document_id }: TrustedDate,
  evidence: Record<string, string | number>,
) {
  return makeFinding(code, { field, document_id, evidence });
}

function mostConfident(dates: readonly TrustedDate[]): TrustedDate | undefined {
  return dates.toSorted((a, b) => b.trust - a.trust)[0];
}

/** Returns the years completed between two days, both YYYY-MM-DD. The birthday counts as completed. */
function wholeYears(from: string, to: string): number {
  return Number(to.slice(0, 4)) - Number(from.slice(0, 4)) - (to.slice(4) < from.slice(4) ? 1 : 0);
}

/** Returns the same day `years` later, as text. In text order it comes after every earlier day, even for 29 February. */
function yearsLater(day: string, years: number): string {
  return `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;
}
