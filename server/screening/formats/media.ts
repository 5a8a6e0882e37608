import { isDeepStrictEqual } from 'node:util';
import { datesIn, isPartialDate } from '../../datasets/dates.ts';
import { type ListFile, rowError } from '../../datasets/file.ts';
import { given } from '../../lib/given.ts';
import { LIMITS } from '../../lib/limits.ts';
import { compareTexts } from '../../lib/text.ts';
import { addName, type ListEntry, type ListMedia } from '../types.ts';
import { addNew, addOriginal } from './fill.ts';
import { countOrphan, type ImportJob } from './format.ts';
import { passageOf } from './passage.ts';
import { layoutOf, MEDIA_COLUMNS } from './plain-columns.ts';
import { makePlainEntry, type PlainRecord } from './plain-entry.ts';
import type { LinedRecord } from './plain-records.ts';

/** The fields that every row of an entry adds to it. */
const JOINED = [
  'birthDates',
  'birthPlaces',
  'genders',
  'nationalities',
  'countries',
  'identifiers',
  'addresses',
  'roles',
  'relations',
  'media',
  'programs',
  'topics',
] as const satisfies readonly (keyof ListEntry)[];

/**
 * Yields the entries of rows that each are a media report, in the order of their first rows. They are listed for `adverse_media`
 * unless a row says otherwise. Their reports are sorted newest first, so the order of the rows changes nothing. Entries are held
 * until the file ends. Throws `list_invalid` with the line for a row that does not match `adverseMediaCsv`, for a text, label or
 * number of reports above its limit, and for rows with one id but two types.
 */
export async function* joinReports(
  file: ListFile,
  records: AsyncIterable<LinedRecord>,
  job: ImportJob,
): AsyncGenerator<ListEntry> {
  const known = new Map<string, ListEntry>();
  const layout = layoutOf(job.columns);
  const told = new Set(MEDIA_COLUMNS.map((column) => layout.columns.get(column)));
  for await (const { record, line } of records) {
    job.onRow();
    const row = makePlainEntry(record);
    if (!row) {
      countOrphan(job.reading, 'no_name');
      continue;
    }
    const original = Object.entries(row.original).filter(([column]) => !told.has(column));
    row.original = Object.fromEntries(original);
    addReport(row, record);
    const key = keyOf(row);
    const entry = known.get(key);
    if (entry) join(entry, row, record);
    else if (known.size >= LIMITS.listEntriesMax) throw rowError(file, line, 'the list has too many entries.');
    else known.set(key, row);
  }
  for (const entry of known.values()) {
    if (entry.topics.length === 0) entry.topics.push('adverse_media');
    entry.media.sort(compareReports);
    yield entry;
  }
}

/** Rows with one number are one entry. Without numbers, those with the same name, type and birth dates are. */
function keyOf({ sourceId, type, names, birthDates }: ListEntry): string {
  if (sourceId !== null) return `s:${sourceId}`;
  return `n:${JSON.stringify([type, foldName(names[0].name), birthDates.toSorted()])}`;
}

const foldName = (name: string): string => name.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();

function addReport(entry: ListEntry, record: PlainRecord): void {
  const [text] = record.values('text');
  if (text === undefined && !record.mapped) record.fail('the text is missing.');
  if (text !== undefined && text.length > LIMITS.mediaTextCharsMax) {
    record.fail(
      `the text has more than ${LIMITS.mediaTextCharsMax} characters. Keep only the part about the person or company.`,
    );
  }
  const source = labelOf(record, 'source');
  if (source === undefined && !record.mapped) record.fail('the source is missing.');
  if (text === undefined && source === undefined) return;
  const [date, title, url] = [dateOf(entry, record), labelOf(record, 'title'), urlOf(entry, record)];
  const names = entry.names.map(({ name }) => name);
  const passage = text === undefined ? undefined : passageOf(text, names);
  entry.media.push({ source: source ?? '', ...given({ date, title, url, passage }) });
}

function labelOf(record: PlainRecord, column: 'source' | 'title' | 'url'): string | undefined {
  const [label] = record.values(column);
  if (label === undefined || label.length <= LIMITS.mediaLabelCharsMax) return label;
  return record.fail(`the ${column} has more than ${LIMITS.mediaLabelCharsMax} characters.`);
}

function dateOf(entry: ListEntry, record: PlainRecord): string | undefined {
  const [text] = record.values('date');
  if (text === undefined || isPartialDate(text)) return text;
  if (!record.mapped) return record.fail('the date does not have the form YYYY, YYYY-MM or YYYY-MM-DD.');
  const found = datesIn(text).find(isPartialDate);
  if (found === undefined) addOriginal(entry, 'date', text);
  return found;
}

function urlOf(entry: ListEntry, record: PlainRecord): string | undefined {
  const text = labelOf(record, 'url');
  if (text === undefined || (/^https?:\/\//i.test(text) && URL.canParse(text))) return text;
  if (!record.mapped) return record.fail('the url is not a web address that starts with http:// or https://.');
  addOriginal(entry, 'url', text);
  return undefined;
}

/** Adds what another row says about the same entry. */
function join(entry: ListEntry, row: ListEntry, record: PlainRecord): void {
  if (row.type !== 'unknown' && entry.type !== 'unknown' && row.type !== entry.type) {
    record.fail(`the type is ${row.type}, and ${entry.type} in another row with this id.`);
  }
  if (entry.type === 'unknown') entry.type = row.type;
  const names = new Set(entry.names.map(({ name }) => foldName(name)));
  for (const { name, kind, quality } of row.names) {
    if (!names.has(foldName(name))) addName(entry, name, kind === 'primary' ? 'alias' : kind, quality);
  }
  for (const field of JOINED) addAll(entry[field], row[field]);
  if (entry.media.length > LIMITS.mediaOfEntryMax) {
    record.fail(`there are more than ${LIMITS.mediaOfEntryMax} reports on this entry. Leave out the oldest ones.`);
  }
  if (row.listedAt !== null && (entry.listedAt === null || row.listedAt < entry.listedAt))
    entry.listedAt = row.listedAt;
  for (const [column, value] of Object.entries(row.original)) {
    for (const text of [value].flat()) addOriginal(entry, column, text);
  }
}

function addAll(known: unknown[], others: readonly unknown[]): void {
  for (const other of others) {
    if (typeof other === 'string') addNew(known, other);
    else if (!known.some((one) => isDeepStrictEqual(one, other))) known.push(other);
  }
}

/** Newest first, those without a date last, then by content, so that the order is total. */
function compareReports(a: ListMedia, b: ListMedia): number {
  const [one, other] = [a, b].map(({ date, source, title, url, passage }) => ({
    date: date ?? '',
    rest: JSON.stringify([source, title, url, passage]),
  })) as [{ date: string; rest: string }, { date: string; rest: string }];
  return compareTexts(other.date, one.date) || compareTexts(one.rest, other.rest);
}
