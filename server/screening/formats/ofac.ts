import { Readable } from 'node:stream';
import { failAt, type ListFile, rowError } from '../../datasets/file.ts';
import { type CsvRow, firstRow, readRows } from '../../datasets/rows.ts';
import { ownValue } from '../../lib/own.ts';
import { addName, type EntityType, type ListEntry, newEntry } from '../types.ts';
import { addAddress, addCountry, addNationality, addNew, addOriginal, addRelation } from './fill.ts';
import { countOrphan, createEntryCheck, type ImportJob, type ListFormat } from './format.ts';
import {
  addBirthDate,
  addFact,
  addKnownFact,
  addLinks,
  areConsolidated,
  type LabelledFact,
  OFAC_CONSOLIDATED,
  OFAC_SDN,
} from './ofac-facts.ts';
import { splitLabel } from './ofac-labels.ts';

/**
 * OFAC's lists as CSV: `sdn.csv` or `cons_prim.csv`, and optionally the aliases (`alt.csv`, `cons_alt.csv`), addresses (`add.csv`, `cons_add.csv`)
 * and the continuation of remarks over 1,000 characters (`sdn_comments.csv`, `cons_comments.csv`). They have no header, `-0-` for null, and end with
 * MS-DOS's end-of-file mark. The columns are those of OFAC's data specification (dat_spec.txt). The number of columns shows which file is which, and
 * the programmes distinguish SDN from consolidated. The side files are held in memory; the main file streams.
 */
const PART_COLUMNS = { main: 12, address: 6, alias: 5, comment: 2 } as const;
type Part = keyof typeof PART_COLUMNS;
const PARTS = Object.keys(PART_COLUMNS) as Part[];

/** The rows of one entry in one side file. OFAC's maximum so far was 95. */
const SIDE_ROWS_MAX = 5_000;

/** The start of a row: number, name, type, and the programmes. */
const PROGRAMS_OF_ROWS = /^\d+,"(?:[^"]|"")*",[^,"]*(?:"[^"]*")?,"([^"]*)"/gm;

export const ofacSdnCsv = ofacCsv('ofac_csv', OFAC_SDN);
export const ofacConsolidatedCsv = ofacCsv('ofac_cons_csv', OFAC_CONSOLIDATED);

function ofacCsv(id: string, list: ListFormat['list']): ListFormat {
  return {
    id,
    list,
    recognises(files) {
      const parts = files.map(partOf);
      const main = files[parts.indexOf('main')];
      if (!main || parts.includes(null) || new Set(parts).size !== parts.length) return false;
      return isConsolidated(main) === (list === OFAC_CONSOLIDATED);
    },
    read,
  };
}

async function* read(files: readonly ListFile[], job: ImportJob): AsyncGenerator<ListEntry> {
  const sides = new Map<string, SideRows>();
  for (const file of files) {
    const part = partOf(file);
    if (part === null || part === 'main') continue;
    for await (const row of readMarkedRows(file)) {
      const [id = '', ...fields] = checkRow(file, row, PART_COLUMNS[part]);
      const rows = sides.get(id) ?? { alias: [], address: [], comment: [] };
      if (rows[part].length >= SIDE_ROWS_MAX) throw rowError(file, row.line, `the entry ${id} has too many rows.`);
      rows[part].push(fields);
      sides.set(id, rows);
      job.onRow();
    }
  }
  const main = files.find((file) => partOf(file) === 'main');
  if (main) yield* readMainFile(main, sides, job);
  for (const rows of sides.values())
    for (const part of PARTS) {
      if (part !== 'main') for (const _ of rows[part]) countOrphan(job.reading, part);
    }
}

async function* readMainFile(file: ListFile, sides: Map<string, SideRows>, job: ImportJob): AsyncGenerator<ListEntry> {
  const check = createEntryCheck();
  for await (const row of readMarkedRows(file)) {
    const fields = checkRow(file, row, PART_COLUMNS.main);
    const id = fields[0] ?? '';
    check(id, failAt(file, row.line));
    const rows = sides.get(id);
    const entry = makeEntry(file, { ...row, fields }, rows?.comment ?? []);
    if (rows) addSideRows(entry, rows);
    sides.delete(id);
    job.onRow();
    yield entry;
  }
}

function partOf(file: ListFile): Part | null {
  const row = firstRow(file);
  if (!/^\d+$/.test(row[0] ?? '')) return null;
  return PARTS.find((part) => PART_COLUMNS[part] === row.length) ?? null;
}

function isConsolidated({ head }: ListFile): boolean {
  return areConsolidated([...head.matchAll(PROGRAMS_OF_ROWS)].map(([, programs = '']) => programs.split('] [')));
}

function checkRow(file: ListFile, row: CsvRow, columns: number): string[] {
  if (row.fields.length !== columns) {
    throw rowError(file, row.line, `${columns} columns are required, and there are ${row.fields.length}.`);
  }
  if (!/^\d+$/.test(row.fields[0] ?? '')) throw rowError(file, row.line, 'the first column is not a number.');
  return row.fields.map((field) => (field === '-0-' ? '' : field));
}

/** MS-DOS's end-of-file mark, the last byte of every CSV file that OFAC publishes. */
const END_MARK = 0x1a;
const WHITE_SPACE = new Set([0x20, 0x09, 0x0a, 0x0d]);

/**
 * Yields the rows of one of OFAC's CSV files. Throws `list_invalid` as `readRows` does, and if the end mark is missing: only that
 * reveals a file cut off between two rows.
 */
async function* readMarkedRows(file: ListFile): AsyncGenerator<CsvRow> {
  const end = { byte: 0 };
  let line = 1;
  const open = (): Readable => Readable.from(watchEnd(file, end), { objectMode: false });
  for await (const row of readRows({ ...file, open })) {
    yield row;
    line = row.line;
  }
  if (end.byte === END_MARK) return;
  throw rowError(
    file,
    line,
    "the file ends here without OFAC's end mark (byte 1A): it was cut off, or another program changed it. Get the file from its publisher again.",
  );
}

async function* watchEnd(file: ListFile, end: { byte: number }): AsyncGenerator<Buffer> {
  for await (const chunk of file.open() as AsyncIterable<Buffer>) {
    end.byte = chunk.findLast((byte) => !WHITE_SPACE.has(byte)) ?? end.byte;
    yield chunk;
  }
}

/** The contents of the side files. */
type SidePart = 'alias' | 'address' | 'comment';
/** The side files' rows of one entry, without their first column. */
type SideRows = Record<SidePart, string[][]>;

const TYPES: Record<string, EntityType> = {
  individual: 'person',
  '': 'entity',
  vessel: 'vessel',
  aircraft: 'aircraft',
};

/** Columns of the main file that are kept as they are, with their positions in the row. */
const KEPT_COLUMNS = {
  title: 4,
  call_sign: 5,
  vessel_type: 6,
  tonnage: 7,
  gross_tonnage: 8,
  flag: 9,
  vessel_owner: 10,
};
const REMARKS_COLUMN = 11;

/**
 * Returns the entry of a row of the main file.
 * @param comments the rows that continue its remarks, without their first column
 */
function makeEntry(file: ListFile, row: CsvRow, comments: readonly string[][]): ListEntry {
  const [id = '', name = '', type = '', programs = ''] = row.fields;
  const entityType = ownValue(TYPES, type.toLowerCase());
  if (name === '') throw rowError(file, row.line, 'the name is missing.');
  if (entityType === undefined) throw rowError(file, row.line, 'the type (column 3) is unknown.');
  const entry = newEntry(id, entityType, name);
  entry.programs = programs === '' ? [] : programs.split('] [');
  entry.topics = ['sanction'];
  for (const [key, column] of Object.entries(KEPT_COLUMNS)) addOriginal(entry, key, row.fields[column] ?? '');
  addRemarks(entry, [row.fields[REMARKS_COLUMN] ?? '', ...comments.flat()].join(''));
  const field = (column: keyof typeof KEPT_COLUMNS): string => row.fields[KEPT_COLUMNS[column]] ?? '';
  addFact(entry, { label: 'Vessel Call Sign', value: field('call_sign') });
  addCountry(entry, field('flag'));
  addRelation(entry, 'owner', field('vessel_owner'));
  return entry;
}

/** Aliases: number, type (aka, fka, nka), name, remarks. Addresses: number, street, city and more, country, remarks. */
function addSideRows(entry: ListEntry, rows: SideRows): void {
  for (const [, type, name = ''] of rows.alias) addName(entry, name, type === 'fka' ? 'former' : 'alias');
  for (const [, street = '', city = '', country = ''] of rows.address) addAddress(entry, [street, city], country);
}

const ALIAS = /^([afn])\.k\.a\. '(.+)'$/;
/** `Gender Male`, `Listing Date (CMIC) 03 Jun 2021`: labels that are not for numbers. */
const OTHER_LABELS =
  /^(Gender|Issuer Name|Nationality of Registration|Registration Country|Other Vessel Flag|Listing Date(?: \([^)]*\))?):? (.+)$/;

/**
 * Reads the remarks column into the entry. OFAC separates its parts by semicolons and ends it with a full stop, such as `DOB 17
 * Feb 1962; POB Ensenada, Mexico; nationality Mexico; Passport K491821 (Mexico); a.k.a. 'EL EJEMPLO'.` The names in it are those
 * that OFAC calls weak aliases. The whole text is kept in `original` as well.
 */
export function addRemarks(entry: ListEntry, text: string): void {
  if (text === '') return;
  entry.original['remarks'] = text;
  const parts = text.replace(/\.$/, '').split(';');
  for (const part of parts) addPart(entry, part.trim().replace(/^alt\. /i, ''));
}

function addPart(entry: ListEntry, part: string): void {
  if (addPersonalPart(entry, part)) return;
  if (part.startsWith('Linked To: ')) {
    addLinks(entry, part);
    return;
  }
  const fact = readFact(part);
  if (fact) addKnownFact(entry, fact);
}

function addPersonalPart(entry: ListEntry, part: string): boolean {
  const [, word = '', value = ''] = /^(DOB|POB|nationality|citizen) (.+)$/.exec(part) ?? [];
  const [, aliasKind, alias] = ALIAS.exec(part) ?? [];
  if (word === 'DOB') addBirthDate(entry, value);
  else if (word === 'POB') addNew(entry.birthPlaces, value);
  else if (word !== '') addNationality(entry, value);
  else if (alias !== undefined) addName(entry, alias, aliasKind === 'f' ? 'former' : 'alias', 'weak');
  return word !== '' || alias !== undefined;
}

function readFact(part: string): LabelledFact | null {
  const [, otherLabel, otherValue] = OTHER_LABELS.exec(part) ?? [];
  if (otherLabel !== undefined && otherValue !== undefined) return { label: otherLabel, value: otherValue };
  return splitLabel(part);
}
