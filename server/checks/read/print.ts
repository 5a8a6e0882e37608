import type { MrzRead } from '../../../models/mrz/types.ts';
import type { TextPage } from '../../../models/ports.ts';
import { americanFields } from './american.ts';
import { type Candidate, type PrintedFields, recognitionOf } from './candidates.ts';
import { readDate } from './dates.ts';
import { fold } from './fold.ts';
import { knownFields } from './known.ts';
import { AMERICAN_NUMBERS, EUROPEAN_NUMBERS } from './label-table.ts';
import { labelledFields, type PrintConvention } from './labelled.ts';
import { isCutLabel, matchLabel } from './labels.ts';
import { countriesNamed } from './nationality.ts';
import { russianFields } from './russian.ts';
import { runsOf, type Segment, segmentPage, textOf } from './segments.ts';
import { solve } from './solve.ts';
import { readValue } from './values.ts';

const AMERICAN: PrintConvention = { dates: 'month-first', numbers: AMERICAN_NUMBERS };
const EUROPEAN: PrintConvention = { dates: 'day-first', numbers: EUROPEAN_NUMBERS };

/**
 * Returns the printed fields of one picture, from the `pages` that each engine read. Each reader returns candidates with their
 * certainty, and `solve` picks the best for each field.
 * @param today YYYY-MM-DD
 */
export function readPrinted(pages: readonly TextPage[], today: string, mrz: MrzRead | null = null): PrintedFields {
  const segmented = pages.map(segmentPage);
  const known = segmented.map((segments) => knownFields(segments, mrz, today));
  const found = segmented.flatMap((segments, i) => candidatesOf(segments, today, { mrz, known: known[i] ?? [] }));
  return solve([...found, ...placeWithoutLabel(segmented, mrz, known[1] ?? known[0] ?? [], today)]);
}

function candidatesOf(
  segments: readonly Segment[],
  today: string,
  { mrz, known }: { mrz: MrzRead | null; known: readonly Candidate[] },
): Candidate[] {
  const american = americanFields(segments);
  if (american) return [...labelledFields(segments, today, AMERICAN).map(doubted), ...american];
  const fields = [...known, ...labelledFields(segments, today, EUROPEAN), ...validityOf(segments, today)];
  if (mrz) return fields;
  const labelled = new Set(fields.map(({ field }) => field));
  const byLines = russianFields(segments, today).filter(({ field }) => !labelled.has(field));
  return [...fields, ...byLines, ...issuerOf(segments, fields)];
}

/** A labelled number in none of the issuer's forms was misread, or the table of forms lacks one. */
const FORMLESS_FIT = 0.8;

const doubted = (candidate: Candidate): Candidate =>
  candidate.field === 'document_number' ? { ...candidate, fit: FORMLESS_FIT * candidate.fit } : candidate;

/** How certain it is that a line is the validity period, whatever its label. */
const VALIDITY_FIT = 0.9;

/** `11.05.09-13.09.2069`, in China `2023.09.15-2033.09.14`: the start and the end. */
const VALIDITY = /(\d{2}\.\d{2}\.\d{2,4}|\d{4}\.\d{2}\.\d{2})\s?[-–]\s?(\d{2}\.\d{2}\.\d{4}|\d{4}\.\d{2}\.\d{2})/;

function validityOf(segments: readonly Segment[], today: string): Candidate[] {
  return segments.flatMap(({ text, words }): Candidate[] => {
    const [, from = '', until = ''] = VALIDITY.exec(text) ?? [];
    const [issued, expires] = [readDate(from, 'past', today), readDate(until, 'expiry', today)];
    if (!issued || !expires || issued >= expires) return [];
    const of = { reader: 'line', fit: VALIDITY_FIT, words } as const;
    return [
      { field: 'issue_date', value: issued, ...of },
      { field: 'expiry_date', value: expires, ...of },
    ];
  });
}

/** The certainty of a state's name in the title, of an authority that no other state has, and of a script that only one state writes. */
const TITLE_FIT = 0.95;
const MARK_FIT = 0.9;
/** Titles are in the upper part of the printed text. */
const TITLE_DEPTH_MAX = 0.35;
const CONFIDENCE_MIN = 0.6;

/**
 * Authorities as documents name them, folded, and scripts, each of only one state. Russia: traffic inspectorate and migration
 * service; Japan: prefectures' public safety commissions (Road Traffic Act, article 92); China: the number of its cards; United
 * States: Citizenship and Immigration Services; France: prefectures (decree 55-1397).
 */
const MARKS: readonly (readonly [RegExp, string])[] = [
  [/ (?:гибдд|gibdd|уфмс) /, 'RU'],
  [/公安委員会/, 'JP'],
  [/证件号码|公民身份号码/, 'CN'],
  [/ uscis /, 'US'],
  [/ (?:sous )?prefecture (?:de|du|d) /, 'FR'],
  [/\p{Script=Thai}{3}/u, 'TH'],
];

/**
 * Returns the state that issued a document without an MRZ: the state in its title, in its own language or another, or the one
 * whose authority or script is on it. Returns none if several are named.
 *
 * @param segments of the page, in reading order
 * @param others the candidates of other fields: a name or a place is not a title
 */
function issuerOf(segments: readonly Segment[], others: readonly Candidate[]): Candidate[] {
  const values = new Set(others.flatMap(({ words }) => words));
  const sure = segments.filter(({ confidence }) => confidence >= CONFIDENCE_MIN);
  const top = Math.min(...segments.map(({ box }) => box.y));
  const bottom = Math.max(...segments.map(({ box }) => box.y + box.height));
  const titles = sure.filter(
    ({ box, words }) => box.y - top <= TITLE_DEPTH_MAX * (bottom - top) && !words.some((word) => values.has(word)),
  );
  const byTitle = candidates(titles, countriesNamed, TITLE_FIT);
  return byTitle.length > 0 ? byTitle : candidates(sure, marksIn, MARK_FIT);
}

const marksIn = (text: string): string[] =>
  MARKS.flatMap(([mark, state]) => (mark.test(` ${fold(text)} `) ? [state] : []));

/** Returns the one state that the segments name, with the first segment that does. Returns none if they name several. */
function candidates(segments: readonly Segment[], statesIn: (text: string) => string[], fit: number): Candidate[] {
  const named = segments.flatMap(({ text, words }) =>
    statesIn(text).map((value): Candidate => ({ field: 'issuing_country', value, reader: 'layout', fit, words })),
  );
  return new Set(named.map(({ value }) => value)).size === 1 ? named.slice(0, 1) : [];
}

const PLACE_FIT = 0.9;
/** A value that only one reading has needs at least this confidence. */
const ALONE_CONFIDENCE_MIN = 0.7;
/** Values are printed larger than the labels between them. */
const VALUE_SHARE_OF_DATE = 0.8;
/** Words of the same edge start no further apart than this many of their heights. */
const EDGE_HEIGHTS = 1;
/** Switzerland prints the place of origin there. */
const WITHOUT_PLACE: readonly string[] = ['CH'];
/** A name in letters, followed at most by the number of a district. */
const PLACE = /^\p{Lu}[\p{L}\p{M}'’./ -]*\p{L}{3}[\p{L}\p{M}'’./ -]*(?: \d{1,2})?$/u;

/**
 * Returns the place of birth in a passport whose label could not be read. It is between the rows of the day of birth and the day
 * of issue, where ICAO Doc 9303 part 4 (data elements 08/1 to 11/1) puts only it and the sex. It is in the column of the day of
 * birth, or else the only text there. Every reading of the page must have it.
 *
 * @param pages what each engine read, in reading order; the merged page, if any, second
 * @param known the MRZ's values in the printed text of the merged page, or else of the first (`knownFields`)
 */
function placeWithoutLabel(
  pages: readonly (readonly Segment[])[],
  mrz: MrzRead | null,
  known: readonly Candidate[],
  today: string,
): Candidate[] {
  const isPassport = mrz?.valid && mrz.format === 'TD3' && !WITHOUT_PLACE.includes(mrz.issuing_country ?? '');
  const page = pages[1] ?? pages[0];
  const place = isPassport && page && placeBetween(page, known, today);
  if (!place) return [];
  const isEverywhere = pages.every((segments) =>
    segments.flatMap(({ words }) => runsOf(words)).some((run) => fold(textOf(run)) === fold(place.text)),
  );
  if (!isEverywhere || (pages.length === 1 && recognitionOf(place) < ALONE_CONFIDENCE_MIN)) return [];
  return [{ field: 'place_of_birth', value: place.text, reader: 'order', fit: PLACE_FIT, words: place.words }];
}

function placeBetween(segments: readonly Segment[], known: readonly Candidate[], today: string): Segment | undefined {
  const boxOf = (field: Candidate['field']): Segment['box'] | undefined =>
    known.find((candidate) => candidate.field === field)?.words[0]?.box;
  const birth = boxOf('date_of_birth');
  const names = boxOf('first_name');
  const [from, until] = [birth ?? names, boxOf('issue_date') ?? boxOf('expiry_date')];
  if (!from || !until) return undefined;
  const taken = new Set(known.filter(({ field }) => field !== 'nationality').flatMap(({ words }) => words));
  const between = segments.filter(({ text, box, words }) => {
    const middle = box.y + box.height / 2;
    const isRightOrBelow = middle > from.y + from.height || (birth !== undefined && middle > from.y && box.x > from.x);
    const isInRows = isRightOrBelow && middle < until.y && box.height >= VALUE_SHARE_OF_DATE * until.height;
    const isLabel = matchLabel(text.split(' ')) !== null || isCutLabel(text);
    return (
      isInRows &&
      PLACE.test(text) &&
      !isLabel &&
      readValue('sex', text, today) === null &&
      !words.some((word) => taken.has(word))
    );
  });
  const inColumn = between.filter(({ box }) => Math.abs(box.x - from.x) < EDGE_HEIGHTS * from.height);
  return inColumn.length === 1 ? inColumn[0] : between.length === 1 ? between[0] : undefined;
}
