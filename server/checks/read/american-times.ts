import { type AmericanDate, readAmericanDate } from './american-dates.ts';
import type { Candidate } from './candidates.ts';
import { fold } from './fold.ts';
import { type Segment, segmentOf } from './segments.ts';

const MS_PER_YEAR = 365.25 * 24 * 3600 * 1000;
/** Nobody is licensed at a lower age, and no licence or card lasts longer. */
const AGE_YEARS_MIN = 13;
const AGE_YEARS_MAX = 110;
const VALID_YEARS_MIN = 0.2;
const VALID_YEARS_MAX = 12;
/** Three days in the order of a life are certain if there are no other three, or if two of their labels agree. Two days are not. */
const CERTAIN_FIT = 0.97;
const UNCERTAIN_FIT = 0.8;

interface PlacedDate extends AmericanDate {
  /** The day and up to two words before it, one of which may be its label. */
  segment: Segment;
}

/**
 * Returns birth, issue and expiry, in this order and each far enough from the next. If there are more days, their labels decide.
 * A day that was read twice counts once. Dates of the card itself (DD, REV) do not count.
 */
export function timesOf(segments: readonly Segment[]): Candidate[] {
  const dates = datesOf(segments);
  const triples = dates.flatMap((birth) =>
    dates.flatMap((issue) =>
      dates.flatMap((expiry) => (isLife(birth, issue, expiry) ? [{ birth, issue, expiry }] : [])),
    ),
  );
  const best = triples.toSorted((a, b) => scoreOf(b) - scoreOf(a))[0];
  if (best) {
    const fit = triples.length === 1 || scoreOf(best) >= 2 ? CERTAIN_FIT : UNCERTAIN_FIT;
    return [
      timeOf('date_of_birth', best.birth, fit),
      timeOf('issue_date', best.issue, fit),
      timeOf('expiry_date', best.expiry, fit),
    ];
  }
  const [first, second] = dates.toSorted((a, b) => a.value.localeCompare(b.value));
  return dates.length === 2 && first && second ? timesOfTwo(first, second) : [];
}

function timesOfTwo(first: PlacedDate, second: PlacedDate): Candidate[] {
  const years = yearsBetween(first, second);
  if (years <= VALID_YEARS_MAX && years > VALID_YEARS_MIN)
    return [timeOf('issue_date', first, UNCERTAIN_FIT), timeOf('expiry_date', second, UNCERTAIN_FIT)];
  if (years < AGE_YEARS_MIN || years > AGE_YEARS_MAX) return [];
  // Licences end on a birthday in most states.
  const ends = isBirthday(first, second) || isLabelled(second, 'expiry');
  const field = ends ? 'expiry_date' : isLabelled(second, 'issue') ? 'issue_date' : null;
  return [timeOf('date_of_birth', first, CERTAIN_FIT), ...(field ? [timeOf(field, second, UNCERTAIN_FIT)] : [])];
}

function timeOf(field: 'date_of_birth' | 'issue_date' | 'expiry_date', date: PlacedDate, fit: number): Candidate {
  const words = date.segment.words.slice(-1);
  return { field, value: date.value, reader: 'order', fit: date.repaired ? Math.min(fit, UNCERTAIN_FIT) : fit, words };
}

function datesOf(segments: readonly Segment[]): PlacedDate[] {
  const found = segments.flatMap((segment) => {
    if (/\b(?:rev|dd|arv|rov)\b/.test(fold(segment.text))) return [];
    return segment.words.flatMap((word, i) => {
      const date = readAmericanDate(word.text);
      const before = segment.words.slice(Math.max(0, i - 2), i);
      return date ? [{ ...date, segment: segmentOf([...before, word]) }] : [];
    });
  });
  const byDay = Map.groupBy(found, ({ value }) => value);
  return [...byDay.values()].flatMap(
    (some) => some.toSorted((a, b) => Number(a.repaired) - Number(b.repaired))[0] ?? [],
  );
}

function isLife(birth: PlacedDate, issue: PlacedDate, expiry: PlacedDate): boolean {
  const age = yearsBetween(birth, issue);
  const valid = yearsBetween(issue, expiry);
  return age >= AGE_YEARS_MIN && age <= AGE_YEARS_MAX && valid > VALID_YEARS_MIN && valid <= VALID_YEARS_MAX;
}

function scoreOf({ birth, issue, expiry }: Record<'birth' | 'issue' | 'expiry', PlacedDate>): number {
  const labels = [isLabelled(birth, 'birth'), isLabelled(issue, 'issue'), isLabelled(expiry, 'expiry')];
  const repaired = [birth, issue, expiry].filter((date) => date.repaired).length;
  return labels.filter(Boolean).length + Number(isBirthday(birth, expiry)) - repaired / 2;
}

const LABEL_WORDS = {
  birth: /dob|birth|naiss|d[o0]8|pos$|dos$/,
  issue: /iss|1ss|i55|155|15s|deliv|issued/,
  expiry: /exp|valid|valable|until/,
} as const;

const isLabelled = ({ segment }: PlacedDate, kind: keyof typeof LABEL_WORDS): boolean =>
  LABEL_WORDS[kind].test(fold(segment.text));

const isBirthday = (birth: AmericanDate, day: AmericanDate): boolean => birth.value.slice(5) === day.value.slice(5);

const yearsBetween = (a: AmericanDate, b: AmericanDate): number =>
  (Date.parse(b.value) - Date.parse(a.value)) / MS_PER_YEAR;
