import { failAt, type ListFile, rowError } from '../../datasets/file.ts';
import { type CsvRow, firstRow, readRows } from '../../datasets/rows.ts';
import { ownValue } from '../../lib/own.ts';
import { type EntityType, type ListEntry, newEntry, type Topic } from '../types.ts';
import { addAddress, addNationality, addNew, addOriginal } from './fill.ts';
import { createEntryCheck, oneFile } from './format.ts';
import { addBirthDate, addFact, addLinks, addListingDate, OFAC_TYPES } from './ofac-facts.ts';
import { addPublishedName } from './published-names.ts';

/**
 * The US Consolidated Screening List as CSV (`consolidated.csv` of the International Trade Administration): thirteen lists of the
 * Departments of Commerce, State and the Treasury in one file, with a header. Several values of a column are separated by `; `.
 * `source` states the list of a row. It becomes the row's first programme and decides its topics.
 *
 * The file does not state how many rows it has, so one that was cut off between two rows looks complete.
 */
export const usConsolidatedScreeningList = oneFile({
  id: 'us_csl_csv',
  list: { code: 'us_csl', name: 'US Consolidated Screening List' },
  recognises(file) {
    const header = new Set(firstRow(file));
    return NEEDED_COLUMNS.every((column) => header.has(column));
  },
  async *read(file, job) {
    let header: string[] | null = null;
    const ids = new Map<string, number>();
    const check = createEntryCheck();
    for await (const row of readRows(file)) {
      if (!header) {
        header = row.fields;
        continue;
      }
      check(null, failAt(file, row.line));
      job.onRow();
      yield makeEntry(file, row, header, ids);
    }
  },
});

const NEEDED_COLUMNS = ['source', 'entity_number', 'type', 'programs', 'name', 'alt_names', 'source_list_url', 'ids'];

const TYPES: Record<string, EntityType> = { ...OFAC_TYPES, '': 'unknown' };

/** The name of the entry after the name of the one above it: `Nimbus Ltd. (Nimbus).  Affiliated Entity: Cumulus Ltd.` */
const NAME_OF_ITS_OWN = /\b(?:affiliated entity:|subordinate entity|(?<=department of .{1,40}) entity:) *(.+)$/i;

/** Columns that have separate fields and are not kept as they are. */
const READ_COLUMNS = new Set([
  ...['_id', 'entity_number', 'type', 'programs', 'name', 'addresses', 'alt_names', 'ids'],
  ...['dates_of_birth', 'places_of_birth', 'nationalities', 'citizenships'],
]);

function makeEntry(file: ListFile, row: CsvRow, header: readonly string[], ids: Map<string, number>): ListEntry {
  if (row.fields.length !== header.length) {
    throw rowError(file, row.line, `${header.length} columns are required, and there are ${row.fields.length}.`);
  }
  const column = (name: string): string => row.fields[header.indexOf(name)] ?? '';
  const [name, source] = [tidyName(column('name')), column('source')];
  const type = ownValue(TYPES, column('type').toLowerCase());
  if (name === '') throw rowError(file, row.line, 'the name is missing.');
  if (source === '') throw rowError(file, row.line, 'the source is missing.');
  if (type === undefined) throw rowError(file, row.line, 'the type is unknown.');
  const list = shortListName(source);
  const entry = newEntry(sourceId(list, column('_id') || column('entity_number'), ids), type, name);
  entry.programs = [list, ...split(column('programs'))];
  entry.topics = topicsOf(list);
  addNames(entry, column);
  addFacts(entry, column);
  header.forEach((key, index) => {
    if (!READ_COLUMNS.has(key)) addOriginal(entry, key, row.fields[index] ?? '');
  });
  return entry;
}

function addNames(entry: ListEntry, column: (name: string) => string): void {
  const primary = tidyName(column('name'));
  addPublishedName(entry, primary, 'primary');
  const own = NAME_OF_ITS_OWN.exec(primary)?.[1];
  if (own !== undefined) addPublishedName(entry, own);
  for (const name of split(column('alt_names'))) addPublishedName(entry, tidyName(name.replace(/^and /, '')));
}

/** Removes the stray commas and runs of white space that the publisher left in some names. */
function tidyName(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\s,;]+$/, '');
}

function addFacts(entry: ListEntry, column: (name: string) => string): void {
  for (const date of split(column('dates_of_birth'))) {
    if (!addBirthDate(entry, date)) addOriginal(entry, 'dates_of_birth', date);
  }
  for (const place of split(column('places_of_birth'))) addNew(entry.birthPlaces, place);
  for (const country of split(column('nationalities'))) addNationality(entry, country);
  for (const country of split(column('citizenships'))) addNationality(entry, country);
  for (const address of split(column('addresses'))) addWrittenAddress(entry, address);
  addIds(entry, column);
  addListingDate(entry, column('start_date'));
  addLinks(entry, column('remarks'));
}

/** `Street, City, 12345, SY`, or only the country. If the last part is not a country code, none is known. */
function addWrittenAddress(entry: ListEntry, text: string): void {
  const [, place = '', country = ''] = /^(?:(.*), )?([A-Z]{2})$/.exec(text) ?? [];
  if (country === '') addAddress(entry, [text], '');
  else addAddress(entry, [place], country);
}

/**
 * An OFAC entry may be on several lists under one number, and occasionally twice on one. So the list precedes the number, and a
 * count follows the second one.
 */
function sourceId(list: string, id: string, ids: Map<string, number>): string | null {
  if (id === '') return null;
  const key = `${list}-${id}`;
  const count = (ids.get(key) ?? 0) + 1;
  ids.set(key, count);
  return count === 1 ? key : `${key}-${count}`;
}

function split(text: string): string[] {
  return text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Reads the column `ids`: facts separated by `; `, each `country, dates, value, label`, of which the country (two letters) and
 * the dates may be missing: `PK, 2013-09-09, 2008-09-09, 4117921, Passport`. Vessels have theirs in columns.
 */
function addIds(entry: ListEntry, column: (name: string) => string): void {
  for (const text of column('ids').split('; ')) addId(entry, text.trim());
  addFact(entry, { label: 'Vessel Call Sign', value: column('call_sign') });
  addFact(entry, { label: 'Vessel Flag', value: column('vessel_flag') });
}

function addId(entry: ListEntry, text: string): void {
  const parts = text.split(', ');
  const label = parts.pop() ?? '';
  if (parts.length === 0) {
    addOriginal(entry, 'ids', label);
    return;
  }
  const country = parts.length > 1 && /^[A-Z]{2}$/.test(parts[0] ?? '') ? parts.shift() : undefined;
  while (parts.length > 1 && ISO_DATE.test(parts[0] ?? '')) parts.shift();
  addFact(entry, { label, value: parts.join(', '), ...(country === undefined ? {} : { country }) });
}

/** By the short names in brackets in `source`. Lists that are added later are `other` until they are known. */
const TOPICS: Record<string, Topic[]> = {
  // Treasury (OFAC).
  SDN: ['sanction'],
  FSE: ['sanction'],
  SSI: ['sanction'],
  PLC: ['sanction'],
  CAP: ['sanction'],
  CMIC: ['sanction'],
  MBS: ['sanction'],
  // State: nonproliferation sanctions; debarred under the Arms Export Control Act.
  ISN: ['sanction'],
  DTC: ['debarment'],
  // Commerce (BIS): denied persons, unverified, entity list, military end users.
  DPL: ['export_control'],
  UVL: ['export_control'],
  EL: ['export_control'],
  MEU: ['export_control'],
};

/** Returns the list of a row: `Entity List (EL) - Bureau of Industry and Security` is `EL`. */
export function shortListName(source: string): string {
  const named = /\((?:NS-)?([A-Z]{2,6})(?: List)?\)/.exec(source)?.[1];
  return named ?? source.split(' - ')[0] ?? source;
}

/** Returns the topics of a list's entries. */
export function topicsOf(shortName: string): Topic[] {
  return [...(ownValue(TOPICS, shortName) ?? ['other'])];
}
