import type { MrzRead } from '../../../models/mrz/types.ts';
import { type Candidate, recognitionOf } from './candidates.ts';
import { fold } from './fold.ts';
import { isCutLabel, matchLabel } from './labels.ts';
import { runsOf, type Segment, textOf } from './segments.ts';
import { readValue } from './values.ts';

const PLACE_FIT = 0.9;
/** Where one reading alone has it, it must be as sure as this. */
const ALONE_CONFIDENCE_MIN = 0.7;
/** Values are printed larger than the labels between them. */
const VALUE_SHARE_OF_DATE = 0.8;
/** Words of the same edge start no further apart than so many of their heights. */
const EDGE_HEIGHTS = 1;
/** Switzerland prints the place of origin there. */
const WITHOUT_PLACE: readonly string[] = ['CH'];
/** A name in letters, behind it at most the number of a district. */
const PLACE = /^\p{Lu}[\p{L}\p{M}'’./ -]*\p{L}{3}[\p{L}\p{M}'’./ -]*(?: \d{1,2})?$/u;

/**
 * The place of birth in a passport, where its label could not be read: between the rows of the day of birth and the day of issue, where
 * ICAO Doc 9303 part 4 (data elements 08/1 to 11/1) puts it with the sex alone; in the column of the day of birth, else the only text there.
 * Every reading of the page must have it.
 *
 * @param pages what each engine read, in reading order; that of all together, if any, second
 * @param known the values of the zone in the print of that one, else of the first (`knownFields`)
 */
export function placeWithoutLabel(
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
