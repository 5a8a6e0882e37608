import type { MrzRead } from '../../../models/mrz/types.ts';
import { countriesAgree } from '../read-values.ts';
import type { Candidate } from './candidates.ts';
import { readDate } from './dates.ts';
import { readCountry } from './nationality.ts';
import { type PlacedWord, runsOf, type Segment, textOf } from './segments.ts';
import { spellingOf } from './spelling.ts';

/** No document is valid for longer (ICAO Doc 9303 part 4 recommends ten years for a passport; identity cards of old people last longer). */
const VALID_YEARS_MAX = 21;
/** A value that the MRZ has too can hardly belong to another field. A lone letter, and a day that is left over, can. */
const SAME_FIT = 1;
const LEFT_FIT = 0.95;

type Known = 'last_name' | 'first_name' | 'document_number' | 'date_of_birth' | 'expiry_date' | 'sex' | 'nationality';

/**
 * Finds the values of a valid MRZ in printed text, exactly as printed: the same name with its accents, the same day in another
 * order, the same number. A value that is not found is not reported: its absence proves nothing, and labels cover differing
 * values. The day of issue, which no MRZ has, is the remaining one between birth and expiry.
 *
 * @param segments of the page, in reading order
 */
export function knownFields(segments: readonly Segment[], mrz: MrzRead | null, today: string): Candidate[] {
  if (!mrz?.valid) return [];
  const runs = segments.flatMap(({ words }) => runsOf(words));
  const wide = pairsInRow(segments).flatMap(runsOf);
  const known = (field: Known | 'issue_date', found: Found | undefined, fit = SAME_FIT): Candidate[] =>
    found ? [{ field, reader: 'known', fit, ...found }] : [];
  const first = (is: (text: string) => boolean, value?: string, among = runs): Found | undefined => {
    const run = among.find((words) => is(textOf(words)));
    return run && { value: value ?? textOf(run), words: run };
  };
  const name = (field: 'last_name' | 'first_name'): Found | undefined => {
    const inZone = { value: mrz[field] ?? '', confidence: 1, source: 'mrz' as const };
    const isSame = (text: string): boolean =>
      spellingOf(field, { value: bareName(text), confidence: 1, source: 'print' }, inZone) === 'same';
    const found = inZone.value === '' ? undefined : first(isSame);
    return found && { ...found, value: bareName(found.value) };
  };
  const date = (value: string | null, kind: 'past' | 'expiry'): Found | undefined => {
    const isIt = (text: string): boolean => readDate(text, kind, today) === value;
    return value === null ? undefined : (first(isIt, value) ?? first(isIt, value, wide));
  };
  const number = mrz.document_number;
  return [
    ...known('last_name', name('last_name')),
    ...known('first_name', name('first_name')),
    ...known('date_of_birth', date(mrz.date_of_birth, 'past')),
    ...known('expiry_date', date(mrz.expiry_date, 'expiry')),
    ...known('document_number', number ? first((text) => alike(text) === alike(number), number) : undefined),
    ...known('sex', mrz.sex ? onlyOne(segments, mrz.sex) : undefined, LEFT_FIT),
    ...known('nationality', countryOf(runs, mrz.nationality)),
    ...known('issue_date', issueDate(runs, mrz, today) ?? issueDate(wide, mrz, today), LEFT_FIT),
  ];
}

type Found = Pick<Candidate, 'value' | 'words'>;

/** Characters that only the MRZ's check digit distinguishes. */
const ALIKE: Record<string, string> = { O: '0', Q: '0', D: '0', I: '1', L: '1', Z: '2', S: '5', B: '8', G: '6' };
const alike = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/[OQDILZSBG]/g, (sign) => ALIKE[sign] ?? sign);

const bareName = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

/** Takes its last position: above it the title names the state. */
function countryOf(runs: readonly PlacedWord[][], country: string | null): Found | undefined {
  if (country === null) return undefined;
  const found = runs.flatMap((run) => {
    const read = readCountry(textOf(run));
    return read !== null && (read === country || countriesAgree(read, country) === true)
      ? [{ value: read, words: run }]
      : [];
  });
  return found.at(-1);
}

/** A day with its month in two languages (`14 JAN /JAN 23`) is so wide that its year may be in a separate column. */
const DAY_GAP_HEIGHTS_MAX = 5;

/** The words of each segment and of the next one in its row. */
function pairsInRow(segments: readonly Segment[]): PlacedWord[][] {
  return segments.flatMap((left) => {
    const { x, width, height } = left.box;
    const after = segments.filter((right) => {
      const gap = right.box.x - x - width;
      return gap > 0 && gap < DAY_GAP_HEIGHTS_MAX * height && Math.abs(middleOf(right) - middleOf(left)) < height / 2;
    });
    const next = after.toSorted((a, b) => a.box.x - b.box.x)[0];
    return next ? [[...left.words, ...next.words]] : [];
  });
}

const middleOf = ({ box }: Segment): number => box.y + box.height / 2;

/** A letter on its own, if there is only one. */
function onlyOne(segments: readonly Segment[], sex: string): Found | undefined {
  const alone = segments.filter(({ text }) => new RegExp(`^${sex}(?:\\s?/\\s?\\p{L}{1,2})?$`, 'u').test(text));
  const [only] = alone;
  return only && alone.length === 1 ? { value: sex, words: only.words } : undefined;
}

/** The one printed day between birth and expiry that is neither, within the time that a document is valid. */
function issueDate(runs: readonly (readonly PlacedWord[])[], mrz: MrzRead, today: string): Found | undefined {
  const { date_of_birth: birth, expiry_date: expiry } = mrz;
  if (birth === null || expiry === null) return undefined;
  const earliest = `${Number(expiry.slice(0, 4)) - VALID_YEARS_MAX}${expiry.slice(4)}`;
  const days = new Map<string, Found>();
  for (const run of runs) {
    const value = readDate(textOf(run), 'past', today);
    if (value === null || value <= birth || value >= expiry || value < earliest || value > today) continue;
    if (!days.has(value)) days.set(value, { value, words: run });
  }
  return days.size === 1 ? [...days.values()][0] : undefined;
}
