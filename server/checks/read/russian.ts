import type { Candidate } from './candidates.ts';
import { readDate } from './dates.ts';
import { type Segment, segmentOf } from './segments.ts';
import { readValue } from './values.ts';

/** The certainty of a value known by its place among the other lines. */
const LINE_FIT = 0.9;
/** Lines of one block start within this many heights of each other, and follow within this many. */
const EDGE_HEIGHTS = 2;
const NAME_GAP_HEIGHTS = 6;
const LINE_GAP_HEIGHTS = 2.5;
const PLACE_LINES_MAX = 4;
/** Values are printed larger than the labels between them. */
const VALUE_SHARE_OF_DATE = 0.8;
const CAPITALS = /^\p{Script=Cyrillic}[\p{Script=Cyrillic}\s.-]*$/u;
const LATIN_CAPITALS = /^\p{Script=Latin}[\p{Script=Latin}\s.'’-]*$/u;
/** The endings of fathers' names. */
const PATRONYMIC = /(?:ИЧ|ВНА|ЧНА|ШНА|ОГЛЫ|КЫЗЫ)$/;
const LICENCE_TITLE = /ВОДИТЕЛЬСКОЕ/;
/** Nobody is licensed at a lower age: a first day closer to the next is not a birth date. */
const AGE_YEARS_MIN = 14;
const LICENCE_NUMBER = /(?<!\d)\d{2} \d{2} \d{6}(?!\d)/;
const INSURANCE_NUMBER = /(?<!\d)\d{3}-\d{3}-\d{3} \d{2}(?!\d)/;

/**
 * Returns the fields of Russian documents without an MRZ by the order of their lines, because the small labels between them cannot be read. Internal
 * passport (Government decree 828 of 1997) and insurance card (form ADI-7): surname, given name and father's name below each other, then the day of
 * birth, below it the place. Driving licence (Ministry of the Interior order 365 of 2009): each line again in Latin letters below it.
 *
 * @param segments of the page, in reading order
 */
export function russianFields(segments: readonly Segment[], today: string): Candidate[] {
  const days = segments.flatMap((segment) => {
    const value = readDate(segment.text, 'past', today);
    return value === null ? [] : [{ ...segment, value }];
  });
  if (segments.some(({ text }) => LICENCE_TITLE.test(text))) return licenceFields(segments, days);
  const names = threeNames(segments);
  if (!names) return [];
  const [last, first, father] = names;
  const birth = days.find(({ box }) => {
    const drop = box.y - father.box.y;
    return drop > 0 && drop < NAME_GAP_HEIGHTS * father.box.height;
  });
  const sex = segments.find(({ text }) => CAPITALS.test(text) && /^(?:муж|жен)/i.test(text));
  const number = segments.find(({ text }) => INSURANCE_NUMBER.test(text));
  return [
    candidate('last_name', last),
    candidate('first_name', segmentOf([...first.words, ...father.words])),
    ...(birth ? fieldsOfLife(segments, birth, days) : []),
    ...(sex ? [candidate('sex', sex, readValue('sex', sex.text, today)?.sex ?? '')] : []),
    ...(number ? [candidate('document_number', number, figuresOf(number, INSURANCE_NUMBER))] : []),
  ];
}

type Day = Segment & { value: string };

/** Returns the day of birth, the place below it, and the day of issue if there is one other day. */
function fieldsOfLife(segments: readonly Segment[], birth: Day, days: readonly Day[]): Candidate[] {
  const [issued, ...more] = days.filter(({ value }) => value > birth.value);
  return [
    candidate('date_of_birth', birth, birth.value),
    ...(issued && more.length === 0 ? [candidate('issue_date', issued, issued.value)] : []),
    ...placeBelow(segments, birth),
  ];
}

const candidate = (field: Candidate['field'], { text, words }: Segment, value = text): Candidate => ({
  ...{ field, value, reader: 'layout', fit: LINE_FIT, words },
});

const figuresOf = ({ text }: Segment, form: RegExp): string => (form.exec(text)?.[0] ?? '').replace(/\D/g, '');

/** Returns three lines in capitals below each other at one edge, the last of them a father's name. Null if there are none. */
function threeNames(segments: readonly Segment[]): [Segment, Segment, Segment] | null {
  const lines = segments.filter(({ text }) => CAPITALS.test(text) && text === text.toUpperCase());
  for (const father of lines.filter(({ text }) => PATRONYMIC.test(text))) {
    const first = lineAbove(father, lines);
    const last = first && lineAbove(first, lines);
    if (first && last) return [last, first, father];
  }
  return null;
}

function lineAbove({ box }: Segment, lines: readonly Segment[]): Segment | undefined {
  const above = lines.filter(({ box: other }) => {
    const rise = box.y - other.y;
    const isInColumn = Math.abs(other.x - box.x) <= EDGE_HEIGHTS * box.height;
    return isInColumn && rise > box.height / 2 && rise < NAME_GAP_HEIGHTS * box.height;
  });
  return above.toSorted((a, b) => b.box.y - a.box.y)[0];
}

/** Returns the lines in capitals below the day of birth, as long as each follows closely on the one before. */
function placeBelow(segments: readonly Segment[], birth: Segment): Candidate[] {
  const lines: Segment[] = [];
  let { y, height } = birth.box;
  for (const line of segments
    .filter(({ box }) => box.y > birth.box.y + birth.box.height / 2)
    .toSorted((a, b) => a.box.y - b.box.y)) {
    const isValue = line.box.height >= VALUE_SHARE_OF_DATE * birth.box.height && line.text === line.text.toUpperCase();
    if (!isValue) continue;
    if (!CAPITALS.test(line.text) || line.box.y - y > LINE_GAP_HEIGHTS * height || lines.length === PLACE_LINES_MAX)
      break;
    lines.push(line);
    ({ y, height } = line.box);
  }
  return lines.length === 0 ? [] : [candidate('place_of_birth', segmentOf(lines.flatMap(({ words }) => words)))];
}

/** Birth is the first day, and the number has two, two and six digits. A text in Cyrillic letters below each is a place. */
function licenceFields(segments: readonly Segment[], days: readonly Day[]): Candidate[] {
  const [birth, next] = days.toSorted((a, b) => a.value.localeCompare(b.value));
  if (!birth || !next || Number(next.value.slice(0, 4)) - Number(birth.value.slice(0, 4)) < AGE_YEARS_MIN) return [];
  const number = segments.find(({ text }) => LICENCE_NUMBER.test(text));
  const place = nextBelow(segments, birth, CAPITALS);
  const address = number && nextBelow(segments, number, CAPITALS);
  const latin = segments.filter(({ text, box }) => LATIN_CAPITALS.test(text) && box.y < birth.box.y);
  const first = lineAbove(birth, latin);
  const last = first && lineAbove(first, latin);
  return [
    ...(number ? [candidate('document_number', number, figuresOf(number, LICENCE_NUMBER))] : []),
    ...(place ? [candidate('place_of_birth', place)] : []),
    ...(address ? [candidate('address', address)] : []),
    ...(first && last ? [candidate('first_name', first), candidate('last_name', last)] : []),
  ];
}

function nextBelow(segments: readonly Segment[], { box }: Segment, form: RegExp): Segment | undefined {
  return segments.find(({ text, box: other }) => {
    const drop = other.y - box.y;
    const isInColumn = Math.abs(other.x - box.x) <= EDGE_HEIGHTS * box.height;
    return isInColumn && drop > box.height / 2 && drop < LINE_GAP_HEIGHTS * box.height && form.test(text);
  });
}
