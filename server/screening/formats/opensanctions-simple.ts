import { parse } from 'csv-parse/sync';
import { dayIn } from '../../datasets/dates.ts';
import { failAt } from '../../datasets/file.ts';
import { firstRow, readRows } from '../../datasets/rows.ts';
import { hasColumns, readTable, type TableRow } from '../../datasets/table.ts';
import { LIMITS } from '../../lib/limits.ts';
import { ownValue } from '../../lib/own.ts';
import { type ListEntry, newEntry } from '../types.ts';
import { addAddress, addBirthDates, addCountry, addIdentifier, addNew, addOriginal, addScriptName } from './fill.ts';
import { countOrphan, createEntryCheck, oneFile } from './format.ts';
import { FTM_TYPES } from './ftm-schemas.ts';

const COLUMNS = ['id', 'schema', 'name', 'aliases', 'birthdate', 'countries', 'addresses', 'identifiers', 'sanctions'];
const ORIGINALS = ['sanctions', 'phones', 'emails', 'dataset', 'firstseen', 'lastchange'];

/**
 * OpenSanctions' `targets.simple.csv`, built to its published columns: id, schema, name, aliases, birth_date, countries,
 * identifiers, addresses, sanctions, phones, emails, (program_ids,) dataset, first_seen, last_seen, last_change. Several values
 * of one column are separated by semicolons, and quoted if they contain one. It states neither topics nor kinds of numbers: an
 * entry with a sanction has the topic `sanction`, any other one `other`. The list's date is the last `last_seen`.
 */
export const openSanctionsSimple = oneFile({
  id: 'opensanctions_simple',
  list: null,
  sizeBytesMax: LIMITS.listFileBytesMax,
  recognises: (file) => hasColumns(firstRow(file), COLUMNS),
  async *read(file, job) {
    const check = createEntryCheck('entity');
    for await (const row of readTable(file, readRows(file), { columns: COLUMNS })) {
      job.onRow();
      const id = row.value('id');
      const fail = failAt(file, row.line);
      if (id === '') fail('the id is missing.');
      check(id, fail);
      job.reading.publishedAt = latest(job.reading.publishedAt, row.value('lastseen'));
      const entry = makeEntry(id, row);
      if (typeof entry === 'string') countOrphan(job.reading, entry);
      else yield entry;
    }
  },
});

/** Returns the entry, or the reason why it is not one. */
function makeEntry(id: string, row: TableRow): ListEntry | 'no_name' | 'other_schema' {
  const type = ownValue(FTM_TYPES, row.value('schema'));
  if (type === undefined) return 'other_schema';
  if (row.value('name') === '') return 'no_name';
  const entry = newEntry(id, type, row.value('name'));
  for (const alias of split(row.value('aliases'))) addScriptName(entry, alias);
  for (const date of split(row.value('birthdate'))) addBirthDates(entry, date);
  for (const country of split(row.value('countries'))) addCountry(entry, country);
  for (const address of split(row.value('addresses'))) addAddress(entry, [address]);
  for (const number of split(row.value('identifiers'))) addIdentifier(entry, 'number', number);
  for (const program of split(row.value('programids'))) addNew(entry.programs, program);
  for (const key of ORIGINALS) for (const text of split(row.value(key))) addOriginal(entry, key, text);
  entry.topics = row.value('sanctions') === '' ? ['other'] : ['sanction'];
  return entry;
}

/** Values are separated by semicolons, and quoted as in CSV if they contain one. */
function split(text: string): string[] {
  const style = { delimiter: ';', relax_quotes: true, relax_column_count: true, trim: true };
  let values: string[];
  try {
    values = (parse(text, style) as string[][]).flat();
  } catch {
    values = text.split(';');
  }
  return values.map((value) => value.trim()).filter((value) => value !== '');
}

function latest(known: string | null, seen: string): string | null {
  const day = dayIn(seen.slice(0, 10));
  return known === null || (day !== null && day > known) ? day : known;
}
