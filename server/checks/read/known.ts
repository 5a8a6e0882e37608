import type { MrzRead } from '../../../models/mrz/types.ts';
import { countriesAgree } from '../read-values.ts';
import type { FieldName } from '../types.ts';
import { readDate } from './dates.ts';
import { type Evidence, evidenceOf } from './evidence.ts';
import { readCountry } from './nationality.ts';
import type { PlacedWord, Segment } from './segments.ts';
import { spellingOf } from './spelling.ts';

type Known = 'last_name' | 'first_name' | 'document_number' | 'date_of_birth' | 'expiry_date' | 'sex' | 'nationality';
export type KnownFields = Partial<Record<Known | 'issue_date', Evidence>>;

/** A document is valid for no longer (ICAO Doc 9303 part 4 recommends ten years for a passport; identity cards of old people last longer). */
const VALID_YEARS_MAX = 21;
const RUN_WORDS_MAX = 5;

/**
 * Where the values of a valid machine-readable zone stand in print, exactly as print has them: the same name with its accents, the same day in
 * another order, the same number. What is not found so is not told: absence proves nothing, and what differs is for the labels to say. The
 * day of issue, which no zone has, is the one that is left between birth and expiry.
 *
 * @param segments of the page, in reading order
 */
export function findKnown(segments: readonly Segment[], mrz: MrzRead | null, today: string): KnownFields {
  if (!mrz?.valid) return {};
  const runs = segments.flatMap(({ words }) => runsOf(words));
  const first = (is: (text: string) => boolean): Evidence | undefined => {
    const run = runs.find((words) => is(textOf(words)));
    return run && evidenceOf(textOf(run), run);
  };
  const name = (field: 'last_name' | 'first_name'): Evidence | undefined => {
    const inZone = { value: mrz[field] ?? '', confidence: 1, source: 'mrz' as const };
    return inZone.value === ''
      ? undefined
      : first(
          (text) =>
            spellingOf(field as FieldName, { value: bareName(text), confidence: 1, source: 'print' }, inZone) ===
            'same',
        );
  };
  const date = (value: string | null, kind: 'past' | 'expiry'): Evidence | undefined => {
    const found = value === null ? undefined : first((text) => readDate(text, kind, today) === value);
    return found && value !== null ? { ...found, value } : undefined;
  };
  const number = mrz.document_number;
  const found: Partial<Record<Known, Evidence | undefined>> = {
    last_name: trimmedName(name('last_name')),
    first_name: trimmedName(name('first_name')),
    date_of_birth: date(mrz.date_of_birth, 'past'),
    expiry_date: date(mrz.expiry_date, 'expiry'),
    document_number: number
      ? numberAs(
          first((text) => alike(text) === alike(number)),
          number,
        )
      : undefined,
    sex: mrz.sex ? onlyOne(segments, mrz.sex) : undefined,
    nationality: countryOf(runs, mrz.nationality),
  };
  const told = Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)) as KnownFields;
  const issue = issueDate(runs, mrz, today);
  return { ...told, ...(issue && { issue_date: issue }) };
}

/** Signs that only the zone's check digit tells apart. */
const ALIKE: Record<string, string> = { O: '0', Q: '0', D: '0', I: '1', L: '1', Z: '2', S: '5', B: '8', G: '6' };
const alike = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/[OQDILZSBG]/g, (sign) => ALIKE[sign] ?? sign);
const numberAs = (of: Evidence | undefined, value: string): Evidence | undefined => of && { ...of, value };

const textOf = (words: readonly PlacedWord[]): string => words.map(({ text }) => text).join(' ');
const bareName = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
const trimmedName = (of: Evidence | undefined): Evidence | undefined => of && { ...of, value: bareName(of.value) };

/** The last place where it stands: above it the title names the state. */
function countryOf(runs: readonly PlacedWord[][], country: string | null): Evidence | undefined {
  if (country === null) return undefined;
  const found = runs.flatMap((run) => {
    const read = readCountry(textOf(run));
    return read !== null && (read === country || countriesAgree(read, country) === true) ? [evidenceOf(read, run)] : [];
  });
  return found.at(-1);
}

/** A letter that stands by itself, once. */
function onlyOne(segments: readonly Segment[], sex: string): Evidence | undefined {
  const alone = segments.filter(({ text }) => new RegExp(`^${sex}(?:\\s?/\\s?\\p{L}{1,2})?$`, 'u').test(text));
  const [only] = alone;
  return only && alone.length === 1 ? evidenceOf(sex, only.words) : undefined;
}

/** The one day in print between birth and expiry that is neither, within the time that a document is valid. */
function issueDate(runs: readonly (readonly PlacedWord[])[], mrz: MrzRead, today: string): Evidence | undefined {
  const { date_of_birth: birth, expiry_date: expiry } = mrz;
  if (birth === null || expiry === null) return undefined;
  const earliest = `${Number(expiry.slice(0, 4)) - VALID_YEARS_MAX}${expiry.slice(4)}`;
  const days = new Map<string, Evidence>();
  for (const run of runs) {
    const value = readDate(textOf(run), 'past', today);
    if (value === null || value <= birth || value >= expiry || value < earliest || value > today) continue;
    if (!days.has(value)) days.set(value, evidenceOf(value, run));
  }
  return days.size === 1 ? [...days.values()][0] : undefined;
}

/** Runs of words, the longest from each place first, so that a name of two words is not taken for its first. */
function runsOf(words: readonly PlacedWord[]): PlacedWord[][] {
  return words.flatMap((_, from) =>
    Array.from({ length: Math.min(RUN_WORDS_MAX, words.length - from) }, (__, i) =>
      words.slice(from, words.length > from + RUN_WORDS_MAX ? from + RUN_WORDS_MAX - i : words.length - i),
    ),
  );
}
