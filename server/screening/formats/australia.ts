import { countryCode } from '../../datasets/countries.ts';
import { dayIn } from '../../datasets/dates.ts';
import type { Fail } from '../../datasets/file.ts';
import { readTable, type TableRow } from '../../datasets/table.ts';
import { ownValue } from '../../lib/own.ts';
import { type EntityType, type ListEntry, newEntry } from '../types.ts';
import {
  addAddress,
  addBirthDates,
  addBirthPlace,
  addIdentifier,
  addNationality,
  addNew,
  addOriginal,
  saysSomething,
} from './fill.ts';
import { oneFile } from './format.ts';
import { addPublishedName } from './published-names.ts';
import { readGroups } from './row-groups.ts';
import { isXlsx, openWorkbook } from './xlsx.ts';

const COLUMNS = ['reference', 'nameofindividualorentity', 'type', 'nametype'];
const TYPES: Record<string, EntityType> = { individual: 'person', entity: 'entity', vessel: 'vessel' };
/** `12` and its further names `12a`, `12b`, ... `12aa`. */
const REFERENCE = /^(\d+)([a-z]*)$/i;
/** `Listed on 25 January 2001 (amended 9 July 2007)`, `Listed by the 1737 Committee on 3 March 2008`, `Designated under ... on ...` */
const LISTED_ON = /\b(?:listed|designated)\b[^(;]{0,80}?\bon:? ([^(;]{6,30})/i;
/** Kept for a reader: our key and its column. */
const ORIGINALS: Record<string, string> = {
  additional_information: 'additionalinformation',
  listing_information: 'listinginformation',
  control_date: 'controldate',
  instrument: 'instrumentofdesignation',
};
const SANCTIONS: Record<string, string> = {
  'targeted financial sanction': 'targetedfinancialsanction',
  'travel ban': 'travelban',
  'arms embargo': 'armsembargo',
  'maritime restriction': 'maritimerestriction',
};

/**
 * The consolidated list of Australia's Department of Foreign Affairs and Trade, an Excel workbook: one sheet, a header, and a row for each name. Rows
 * `12`, `12a`, `12b` belong to one entry, and each repeats its facts. The list's date is the day on which the workbook was saved.
 */
export const australiaXlsx = oneFile({
  id: 'au_dfat_xlsx',
  list: { code: 'au_dfat', name: 'Australia DFAT Consolidated List' },
  recognises: (file) => isXlsx(file),
  async *read(file, job) {
    const workbook = await openWorkbook(file);
    job.reading.publishedAt = dayIn((await workbook.modifiedAt()) ?? '');
    const rows = readTable(file, workbook.rows(), { columns: COLUMNS, padded: true });
    yield* readGroups(file, job, rows, { idOf, begin, add });
  },
});

function idOf(row: TableRow): string {
  return REFERENCE.exec(row.value('reference'))?.[1] ?? '';
}

function begin(id: string, row: TableRow, fail: Fail): ListEntry {
  const type = ownValue(TYPES, row.value('type').toLowerCase());
  if (type === undefined) return fail('the Type must be Individual, Entity or Vessel.');
  return { ...newEntry(id, type, ''), topics: ['sanction'] };
}

function add(entry: ListEntry, row: TableRow, fail: Fail): void {
  const name = row.value('nameofindividualorentity');
  if (name === '') fail('the name is missing.');
  addName(entry, name, row.value('nametype').toLowerCase(), row.value('aliasstrength'));
  if (entry.type === 'person') addBirthDates(entry, row.value('dateofbirth'));
  for (const place of splitLettered(row.value('placeofbirth'))) addBirthPlace(entry, place);
  for (const country of row.value('citizenship').split(';')) addNationality(entry, country);
  for (const address of splitLettered(row.value('address'))) addWrittenAddress(entry, address);
  addIdentifier(entry, 'imo', row.value('imonumber'));
  if (saysSomething(row.value('committees'))) addNew(entry.programs, row.value('committees'));
  entry.listedAt ??= dayIn(LISTED_ON.exec(row.value('listinginformation'))?.[1] ?? '');
  for (const [key, column] of Object.entries(ORIGINALS)) addOriginal(entry, key, row.value(column));
  for (const [sanction, column] of Object.entries(SANCTIONS)) {
    if (row.value(column) === 'TRUE') addOriginal(entry, 'sanctions', sanction);
  }
}

function addName(entry: ListEntry, name: string, type: string, strength: string): void {
  if (type === 'primary name') addPublishedName(entry, name, 'primary');
  else if (type === 'original script') addPublishedName(entry, name, 'original_script');
  else
    addPublishedName(entry, name, /former/.test(type) ? 'former' : 'alias', /weak/i.test(strength) ? 'weak' : 'strong');
}

/** Adds an address on one line, whose last part may be a country. */
function addWrittenAddress(entry: ListEntry, address: string): void {
  const [, before = '', last = ''] = /^(?:(.*),)?([^,]*)$/s.exec(address) ?? [];
  if (/^[A-Z]{2}$/.test(countryCode(last))) addAddress(entry, [before], last);
  else addAddress(entry, [address]);
}

/** `a) Kabul, Afghanistan b) Quetta, Pakistan` is two. A text without such letters is one. */
function splitLettered(text: string): string[] {
  return text
    .split(/(?:^|[\s;,.])[a-z]{1,2}\) /)
    .map((part) => part.trim().replace(/[;,]$/, ''))
    .filter((part) => saysSomething(part));
}
