import { dayIn } from '../../datasets/dates.ts';
import type { Fail, ListFile } from '../../datasets/file.ts';
import { type CsvStyle, firstRow, readRows } from '../../datasets/rows.ts';
import { hasColumns, readTable, type TableRow } from '../../datasets/table.ts';
import { ownValue } from '../../lib/own.ts';
import { type ListEntry, newEntry } from '../types.ts';
import {
  addEuAddress,
  addEuBirth,
  addEuCitizenship,
  addEuIdentification,
  addEuName,
  addEuRegulation,
  EU_TYPES,
  type EuValue,
} from './eu-facts.ts';
import { addOriginal } from './fill.ts';
import { type ImportJob, oneFile } from './format.ts';
import { readGroups } from './row-groups.ts';

const STYLE: CsvStyle = { delimiter: ';', relax_quotes: true };
const COLUMNS = ['entitylogicalid', 'entitysubjecttype', 'namealiaswholename'];
/** Columns whose headings are not the XML's names of the same. */
const OTHER_COLUMNS: Record<string, string> = {
  dayOfMonth: 'day',
  monthOfYear: 'month',
  identificationTypeCode: 'typecode',
  identificationTypeDescription: 'typedescription',
};
/** The groups of columns, and what each adds. */
const PARTS: [prefix: string, add: (entry: ListEntry, value: EuValue) => void][] = [
  ['namealias', addEuName],
  ['birthdate', addEuBirth],
  ['citizenship', addEuCitizenship],
  ['identification', addEuIdentification],
  ['address', addEuAddress],
  ['entityregulation', addEuRegulation],
];

/**
 * The same list as CSV of the Financial Sanctions Files 1.1 (`csvFullSanctionsList_1_1`), built to its published
 * columns: semicolons between the fields, a header, and a row for each name, birth date, citizenship, document and
 * address of an entity, all of which repeat `Entity_LogicalId`. The list's date is its `fileGenerationDate`.
 */
export const euCsv = oneFile({
  id: 'eu_fsf_csv',
  list: { code: 'eu_fsf', name: 'EU Consolidated Financial Sanctions List' },
  recognises: (file) => hasColumns(firstRow(file, STYLE), COLUMNS),
  async *read(file, job) {
    const groups = { idOf: (row: TableRow) => row.value('entitylogicalid'), begin, add };
    yield* readGroups(file, job, readDatedRows(file, job), groups);
  },
});

async function* readDatedRows(file: ListFile, { reading }: ImportJob): AsyncGenerator<TableRow> {
  for await (const row of readTable(file, readRows(file, STYLE), { columns: COLUMNS })) {
    reading.publishedAt ??= dayIn(row.value('filegenerationdate'));
    yield row;
  }
}

function begin(id: string, row: TableRow, fail: Fail): ListEntry {
  const words = [row.value('entitysubjecttype'), row.value('entitysubjecttypeclassificationcode')];
  const type = words.map((word) => ownValue(EU_TYPES, word.toLowerCase())).find((known) => known !== undefined);
  if (type === undefined) return fail('the Entity_SubjectType is neither person nor enterprise.');
  const entry = newEntry(row.value('entityeureferencenumber') || id, type, '');
  entry.topics = ['sanction'];
  entry.listedAt = dayIn(row.value('entitydesignationdate'));
  const kept = { unitedNationId: 'unitednationid', designationDetails: 'designationdetails', remark: 'remark' };
  for (const [key, column] of Object.entries(kept)) addOriginal(entry, key, row.value(`entity${column}`));
  return entry;
}

function add(entry: ListEntry, row: TableRow): void {
  for (const [prefix, addPart] of PARTS) {
    addPart(entry, (attribute) => row.value(prefix + (OTHER_COLUMNS[attribute] ?? attribute.toLowerCase())));
  }
}
