import { dayIn } from '../../datasets/dates.ts';
import type { Fail, ListFile } from '../../datasets/file.ts';
import { firstRows, readRows } from '../../datasets/rows.ts';
import { hasColumns, readTable, type TableRow } from '../../datasets/table.ts';
import { ownValue } from '../../lib/own.ts';
import { type ListEntry, newEntry } from '../types.ts';
import { addAddress } from './fill.ts';
import { type ImportJob, oneFile } from './format.ts';
import { isOds, readOdsRows } from './ods.ts';
import { readGroups } from './row-groups.ts';
import { addUkBirthPlace, addUkFacts, addUkName, UK_TYPES } from './uk-facts.ts';

const LIST = { code: 'uk_sl', name: 'UK Sanctions List' };
/** Of the CSV, which gives names in parts, and of the spreadsheet, which gives the same or one name and few details. */
const CSV_COLUMNS = ['uniqueid', 'name6', 'nametype'];
const ODS_COLUMNS = ['uniqueid'];
const NAME_PARTS = ['name1', 'name2', 'name3', 'name4', 'name5', 'name6'];
const ADDRESS_PARTS = [1, 2, 3, 4, 5, 6].map((line) => `addressline${line}`).concat('addresspostalcode');
/** Rows of the head among which the header stands. */
const HEADER_WITHIN = 5;

/**
 * The same list as CSV (`UK-Sanctions-List.csv`), built to its published columns: a line `Report Date: 05-Feb-2026`, a
 * header, and a row for each name, address or number of a designation, all of which repeat its `Unique ID`.
 */
export const ukCsv = oneFile({
  id: 'uk_sl_csv',
  list: LIST,
  recognises: (file) => firstRows(file, HEADER_WITHIN).some((row) => hasColumns(row, CSV_COLUMNS)),
  async *read(file, job) {
    const options = { columns: CSV_COLUMNS, onPreamble: reportDate(job) };
    yield* readUkRows(file, job, readTable(file, readRows(file), options));
  },
});

/**
 * The same list as an OpenDocument spreadsheet: with the CSV's columns, or (`FCDO_SL_....ods`) with a header and one
 * row a designation that tells its name, regime, type, dates and sanctions, and no date of the list.
 */
export const ukOds = oneFile({
  id: 'uk_sl_ods',
  list: LIST,
  recognises: (file) => isOds(file),
  async *read(file, job) {
    const options = { columns: ODS_COLUMNS, padded: true, onPreamble: reportDate(job) };
    yield* readUkRows(file, job, readTable(file, readOdsRows(file), options));
  },
});

/** Takes the list's date from the rows above the header. */
function reportDate({ reading }: ImportJob): (fields: readonly string[]) => void {
  return (fields) => {
    reading.publishedAt ??= dayIn(fields.join(' '));
  };
}

async function* readUkRows(file: ListFile, job: ImportJob, rows: AsyncIterable<TableRow>): AsyncGenerator<ListEntry> {
  yield* readGroups(file, job, rows, { idOf: (row) => row.value('uniqueid'), begin, add });
}

function begin(id: string, row: TableRow, fail: Fail): ListEntry {
  const word = row.value('designationtype') || row.value('individualentityship') || row.value('type');
  const type = ownValue(UK_TYPES, word.toLowerCase());
  return type === undefined ? fail('the type is none of Individual, Entity, Ship.') : newEntry(id, type, '');
}

function add(entry: ListEntry, row: TableRow): void {
  const parts = NAME_PARTS.map((part) => row.value(part));
  addUkName(entry, parts, row.value('nametype') || row.value('aliastype'), row.value('aliasstrength'));
  addUkName(entry, [row.value('name')], 'Primary Name', '');
  addUkFacts(entry, (...keys) => keys.map((key) => row.value(key)).filter((text) => text !== ''));
  const address = ADDRESS_PARTS.map((part) => row.value(part));
  addAddress(entry, address, row.value('addresscountry'));
  addUkBirthPlace(entry, row.value('townofbirth'), row.value('countryofbirth'));
}
