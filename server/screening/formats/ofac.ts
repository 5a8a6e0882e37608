import { LIMITS } from '../../lib/limits.ts';
import { addName, type EntityType, type ListEntry, newEntry } from '../types.ts';
import { countryCode } from './countries.ts';
import { countOrphan, type ListFile, type ListFormat, rowError } from './format.ts';
import { parseRemarks } from './remarks.ts';
import { type CsvRow, firstRow, readRows } from './rows.ts';

/**
 * OFAC's SDN list as CSV: `sdn.csv`, and where given `alt.csv` (aliases), `add.csv` (addresses) and
 * `sdn_comments.csv` (remarks over 1,000 characters go on there). No header, `-0-` for null; the columns are those of
 * OFAC's data specification (dat_spec.txt). Which file is which is told by the number of columns.
 */
const PART_COLUMNS = { sdn: 12, add: 6, alt: 5, comments: 2 } as const;
type Part = keyof typeof PART_COLUMNS;
const PARTS = Object.keys(PART_COLUMNS) as Part[];

const TYPES: Record<string, EntityType> = {
  individual: 'person',
  '': 'entity',
  vessel: 'vessel',
  aircraft: 'aircraft',
};

/** SDN columns that say something of vessels, in their order in the row. */
const VESSEL_COLUMNS = ['title', 'call_sign', 'vessel_type', 'tonnage', 'gross_tonnage', 'flag', 'vessel_owner'];

export const ofacCsv: ListFormat = {
  id: 'ofac_csv',
  list: { code: 'us_ofac_sdn', name: 'OFAC Specially Designated Nationals' },
  recognises(files) {
    const parts = files.map(partOf);
    return parts.includes('sdn') && !parts.includes(null) && new Set(parts).size === parts.length;
  },
  async *read(files, job) {
    const entries = new Map<string, ListEntry>();
    const remarks = new Map<string, string>();
    for (const part of PARTS.toSorted((a, b) => Number(b === 'sdn') - Number(a === 'sdn'))) {
      const file = files.find((candidate) => partOf(candidate) === part);
      if (!file) continue;
      for await (const row of readRows(file)) {
        const fields = checkRow(file, row, PART_COLUMNS[part]);
        if (!applyRow(part, file, { ...row, fields }, entries, remarks)) countOrphan(job.reading, part);
        job.onRow();
      }
    }
    for (const [id, entry] of entries) {
      applyRemarks(entry, remarks.get(id) ?? '');
      yield entry;
    }
  },
};

function partOf(file: ListFile): Part | null {
  const row = firstRow(file);
  if (!/^\d+$/.test(row[0] ?? '')) return null;
  return PARTS.find((part) => PART_COLUMNS[part] === row.length) ?? null;
}

function checkRow(file: ListFile, row: CsvRow, columns: number): string[] {
  if (row.fields.length !== columns) {
    throw rowError(file, row.line, `${columns} columns are needed, and there are ${row.fields.length}.`);
  }
  if (!/^\d+$/.test(row.fields[0] ?? '')) throw rowError(file, row.line, 'the first column is not a number.');
  return row.fields.map((field) => (field === '-0-' ? '' : field));
}

/** Puts one row where it belongs. False where its entry is not in the main file. */
function applyRow(
  part: Part,
  file: ListFile,
  row: CsvRow,
  entries: Map<string, ListEntry>,
  remarks: Map<string, string>,
): boolean {
  const id = row.fields[0] ?? '';
  if (part === 'sdn') {
    if (entries.has(id)) throw rowError(file, row.line, `the entry ${id} stands in the file twice.`);
    if (entries.size >= LIMITS.listEntriesMax) throw rowError(file, row.line, 'the list has too many entries.');
    entries.set(id, makeEntry(file, row));
    remarks.set(id, row.fields[11] ?? '');
    return true;
  }
  const entry = entries.get(id);
  if (!entry) return false;
  if (part === 'comments') remarks.set(id, `${remarks.get(id)}${row.fields[1]}`);
  else if (part === 'alt') addAlias(entry, row);
  else addAddress(entry, row);
  return true;
}

function makeEntry(file: ListFile, row: CsvRow): ListEntry {
  const [id = '', name = '', type = '', programs = ''] = row.fields;
  const entityType = TYPES[type.toLowerCase()];
  if (name === '') throw rowError(file, row.line, 'the name is missing.');
  if (entityType === undefined) throw rowError(file, row.line, 'the type (column 3) is unknown.');
  const original: ListEntry['original'] = {};
  VESSEL_COLUMNS.forEach((column, index) => {
    const value = row.fields[index + 4];
    if (value) original[column] = value;
  });
  return {
    ...newEntry(id, entityType, name),
    programs: programs === '' ? [] : programs.split('] ['),
    topics: ['sanction'],
    original,
  };
}

/** Columns: entry, number, type (aka, fka, nka), name, remarks. */
function addAlias(entry: ListEntry, row: CsvRow): void {
  addName(entry, row.fields[3] ?? '', row.fields[2] === 'fka' ? 'former' : 'alias');
}

/** Columns: entry, number, street, city with state and postal code, country, remarks. */
function addAddress(entry: ListEntry, row: CsvRow): void {
  const [, , street = '', city = '', country = ''] = row.fields;
  const written = [street, city, country].filter((part) => part !== '').join(', ');
  const code = country === '' || country === 'undetermined' ? null : countryCode(country);
  if (written !== '') entry.addresses.push({ text: written, ...(code === null ? {} : { country: code }) });
  if (code !== null) pushNew(entry.countries, code);
}

function applyRemarks(entry: ListEntry, text: string): void {
  if (text === '') return;
  const facts = parseRemarks(text);
  for (const name of facts.weakNames) addName(entry, name, 'alias', 'weak');
  entry.birthDates = facts.birthDates;
  entry.identifiers = facts.identifiers;
  entry.nationalities = [...new Set(facts.nationalities)];
  entry.countries = [...new Set([...facts.nationalities, ...entry.countries])];
  entry.birthPlaces = facts.birthPlaces;
  entry.original['remarks'] = text;
}

function pushNew(values: string[], value: string): void {
  if (!values.includes(value)) values.push(value);
}
