import { LIMITS } from '../../lib/limits.ts';
import {
  addName,
  type EntityType,
  type ListEntry,
  type ListIdentifier,
  newEntry,
  TOPICS,
  type Topic,
} from '../types.ts';
import { countryCode } from './countries.ts';
import { isFullDate, isPartialDate } from './dates.ts';
import { type ListFile, type ListFormat, rowError } from './format.ts';
import { type CsvRow, firstRow, readRows } from './rows.ts';

/**
 * Our own plain form, for an institution's lists of its own: one CSV file, comma separated, UTF-8 or Latin-1, with a
 * header. Columns in any order; only `name` is needed; others than these are kept and not searched.
 *
 * | column | content |
 * |---|---|
 * | `id` | the publisher's own number, unique in the file |
 * | `name` | the primary name |
 * | `type` | `person`, `entity`, `vessel`, `aircraft`; empty: unknown |
 * | `aliases` | other names, divided by `;` |
 * | `birth_dates` | `YYYY`, `YYYY-MM` or `YYYY-MM-DD`, divided by `;` |
 * | `nationalities` | ISO 3166-1 codes or English names, divided by `;` |
 * | `identifiers` | numbers, or `kind:number`, divided by `;` |
 * | `programs`, `topics` | divided by `;` |
 * | `listed_at` | `YYYY-MM-DD` |
 * | `remarks` | free text |
 */
export const plainCsv: ListFormat = {
  id: 'plain_csv',
  list: null,
  recognises: ([file, ...others]) => file !== undefined && others.length === 0 && headerOf(firstRow(file)).has('name'),
  async *read([file], job) {
    let entries = 0;
    const ids = new Set<string>();
    let header: Map<string, number> | null = null;
    for await (const row of file ? readRows(file) : []) {
      if (!header || !file) {
        header = headerOf(row.fields);
        continue;
      }
      if (entries >= LIMITS.listEntriesMax) throw rowError(file, row.line, 'the list has too many entries.');
      const entry = makeEntry(file, row, header);
      if (entry.sourceId !== null && ids.has(entry.sourceId)) {
        throw rowError(file, row.line, 'the id stands in the file twice.');
      }
      if (entry.sourceId !== null) ids.add(entry.sourceId);
      entries += 1;
      yield entry;
      job.onRow();
    }
  },
};

const TYPES: readonly string[] = ['person', 'entity', 'vessel', 'aircraft'] satisfies EntityType[];

function headerOf(fields: readonly string[]): Map<string, number> {
  return new Map(fields.map((field, index) => [field.toLowerCase(), index]));
}

function makeEntry(file: ListFile, row: CsvRow, header: ReadonlyMap<string, number>): ListEntry {
  if (row.fields.length !== header.size) {
    throw rowError(file, row.line, `${header.size} columns are needed, and there are ${row.fields.length}.`);
  }
  const value = (column: string): string => row.fields[header.get(column) ?? -1] ?? '';
  const name = value('name');
  if (name === '') throw rowError(file, row.line, 'the name is missing.');
  const type = value('type').toLowerCase();
  if (type !== '' && !TYPES.includes(type)) {
    throw rowError(file, row.line, `the type must be one of ${TYPES.join(', ')}, or empty.`);
  }
  const entry = newEntry(value('id') || null, (type || 'unknown') as EntityType, name);
  for (const alias of splitValues(value('aliases'))) addName(entry, alias, 'alias');
  const nationalities = splitValues(value('nationalities')).map(countryCode);
  return {
    ...entry,
    birthDates: checkDates(file, row, splitValues(value('birth_dates'))),
    nationalities,
    countries: nationalities,
    identifiers: splitValues(value('identifiers')).map(parseIdentifier),
    programs: splitValues(value('programs')),
    topics: checkTopics(file, row, splitValues(value('topics'))),
    listedAt: checkListedAt(file, row, value('listed_at')),
    original: Object.fromEntries([...header].map(([column]) => [column, value(column)])),
  };
}

function checkTopics(file: ListFile, row: CsvRow, topics: string[]): Topic[] {
  const known = (topic: string): topic is Topic => (TOPICS as readonly string[]).includes(topic);
  if (topics.every(known)) return topics;
  throw rowError(file, row.line, `a topic must be one of ${TOPICS.join(', ')}.`);
}

function splitValues(text: string): string[] {
  return text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function checkDates(file: ListFile, row: CsvRow, dates: string[]): string[] {
  if (dates.every(isPartialDate)) return dates;
  throw rowError(file, row.line, 'a birth date is not of the form YYYY, YYYY-MM or YYYY-MM-DD.');
}

function checkListedAt(file: ListFile, row: CsvRow, date: string): string | null {
  if (date === '' || isFullDate(date)) return date || null;
  throw rowError(file, row.line, 'listed_at is not of the form YYYY-MM-DD.');
}

function parseIdentifier(text: string): ListIdentifier {
  const colon = text.indexOf(':');
  if (colon < 1) return { kind: 'number', value: text };
  return { kind: text.slice(0, colon).trim().toLowerCase(), value: text.slice(colon + 1).trim() };
}
