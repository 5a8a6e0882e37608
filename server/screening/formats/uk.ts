import { datesIn, dayIn } from '../../datasets/dates.ts';
import type { Fail, ListFile } from '../../datasets/file.ts';
import { firstRows, readRows } from '../../datasets/rows.ts';
import { columnKey, hasColumns, readTable, type TableRow } from '../../datasets/table.ts';
import { headElements, rootOf } from '../../datasets/xml.ts';
import type { XmlElement } from '../../datasets/xml-element.ts';
import { ownValue } from '../../lib/own.ts';
import { type EntityType, type ListEntry, type ListName, newEntry } from '../types.ts';
import {
  addAddress,
  addBirthDates,
  addBirthPlace,
  addCountry,
  addGender,
  addIdentifier,
  addNationality,
  addNew,
  addOriginal,
  addRelation,
  orderCountries,
  settleNames,
} from './fill.ts';
import { type ImportJob, oneFile } from './format.ts';
import { isOds, readOdsRows } from './ods.ts';
import { addPublishedName } from './published-names.ts';
import { readGroups } from './row-groups.ts';
import { descendants, readXmlList } from './xml-list.ts';

const LIST = { code: 'uk_sl', name: 'UK Sanctions List' };
/** Of the CSV, which gives names in parts, and of the spreadsheet, which gives the same, or one name and few details. */
const CSV_COLUMNS = ['uniqueid', 'name6', 'nametype'];
const ODS_COLUMNS = ['uniqueid'];
/** The first rows, which include the header. */
const HEADER_WITHIN = 5;
const ROOT = 'Designations';
const GENERATED = 'DateGenerated';
/** Elements of the XML. The columns of the tables have the same names. */
const NAME_PARTS = ['Name1', 'Name2', 'Name3', 'Name4', 'Name5', 'Name6'];
const ADDRESS_PARTS = [1, 2, 3, 4, 5, 6].map((line) => `AddressLine${line}`).concat('AddressPostalCode');
const NAME_COLUMNS = NAME_PARTS.map(columnKey);
const ADDRESS_COLUMNS = ADDRESS_PARTS.map(columnKey);

/** Returns the values of a designation by the keys (`columnKey`) of the XML's element names and the CSV's columns. */
type UkValues = (...keys: string[]) => string[];

const UK_TYPES: Record<string, EntityType> = { individual: 'person', entity: 'entity', ship: 'vessel' };

/** Kinds of numbers: ours, then the publisher's, as an element and as a column. */
const NUMBERS: [kind: string, ...keys: string[]][] = [
  ['passport', 'passportnumber'],
  ['national_id', 'nationalidentifiernumber'],
  ['registration_number', 'businessregistrationnumber', 'businessregistrationnumbers'],
  ['imo', 'imonumber'],
  ['hull_number', 'hullidentificationnumber', 'hullidentificationnumberhin'],
];
/** Other parties that a designation names. */
const RELATIONS: [kind: string, ...keys: string[]][] = [
  ['parent company', 'parentcompany'],
  ['subsidiary', 'subsidiary', 'subsidiaries'],
  ['owner or operator', 'currentowneroperator', 'currentowneroperators'],
  ['previous owner or operator', 'previousowneroperator', 'previousowneroperators'],
];
/** Kept for a reader. */
const ORIGINALS: Record<string, string[]> = {
  ofsi_group_id: ['ofsigroupid'],
  un_reference_number: ['unreferencenumber'],
  designation_source: ['designationsource'],
  sanctions_imposed: ['sanctionsimposed'],
  other_information: ['otherinformation'],
  statement_of_reasons: ['ukstatementofreasons'],
  last_updated: ['lastupdated'],
  title: ['title'],
  position: ['position'],
  type_of_entity: ['typeofentity'],
  type_of_ship: ['typeofship'],
  year_built: ['yearbuilt'],
  phone_number: ['phonenumber'],
  email_address: ['emailaddress'],
  website: ['website'],
  passport_information: ['passportadditionalinformation'],
  national_identifier_information: ['nationalidentifieradditionalinformation'],
};

/**
 * The UK Sanctions List of the Foreign, Commonwealth and Development Office, as XML (`UK-Sanctions-List.xml`), built to its
 * published elements: one `Designation` each, identified by its `UniqueID`. The list's date is its `DateGenerated`.
 */
export const ukXml = oneFile({
  id: 'uk_sl_xml',
  list: LIST,
  recognises: (file) => rootOf(file)?.name === ROOT && headElements(file, ['UniqueID']).length > 0,
  read: (file, job) =>
    readXmlList(file, job, {
      entries: ['Designation'],
      headers: [GENERATED],
      readHeader: (element, { reading }) => {
        reading.publishedAt = dayIn(element.text);
      },
      read: makeEntry,
    }),
});

function makeEntry(element: XmlElement, fail: Fail): ListEntry | null {
  const id = element.childText('UniqueID');
  if (id === '') fail('the UniqueID is missing.');
  const type = ownValue(UK_TYPES, element.childText('IndividualEntityShip').toLowerCase());
  if (type === undefined) return fail('IndividualEntityShip must be Individual, Entity or Ship.');
  const entry = newEntry(id, type, '');
  for (const name of element.all('Names', 'Name')) {
    const parts = NAME_PARTS.map((part) => name.childText(part));
    addUkName(entry, parts, name.childText('NameType'), name.childText('AliasStrength'));
  }
  const texts = textsByKey(element);
  addUkFacts(entry, (...keys) => keys.flatMap((key) => texts.get(key) ?? []));
  if (!settleNames(entry)) return null;
  for (const address of element.all('Addresses', 'Address')) {
    const parts = ADDRESS_PARTS.map((part) => address.childText(part));
    addAddress(entry, parts, address.childText('AddressCountry'));
  }
  for (const place of descendants(element, 'Location')) {
    addUkBirthPlace(entry, place.childText('TownOfBirth'), place.childText('CountryOfBirth'));
  }
  return orderCountries(entry);
}

/** Returns the texts of all elements below this one that have no children, by the keys of their names. */
function textsByKey(element: XmlElement, texts = new Map<string, string[]>()): Map<string, string[]> {
  for (const child of element.children) {
    if (child.children.length > 0) textsByKey(child, texts);
    else if (child.text !== '')
      texts.set(columnKey(child.name), [...(texts.get(columnKey(child.name)) ?? []), child.text]);
  }
  return texts;
}

/**
 * The same list as CSV (`UK-Sanctions-List.csv`), built to its published columns: a line `Report Date: 05-Feb-2026`, a header,
 * and a row for each name, address or number of a designation. All of its rows repeat its `Unique ID`.
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
 * The same list as an OpenDocument spreadsheet: with the CSV's columns, or (`FCDO_SL_....ods`) with a header and one row per
 * designation with its name, regime, type, dates and sanctions, and without a date of the list.
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
  yield* readGroups(file, job, rows, { idOf: (row) => row.value('uniqueid'), begin: beginEntry, add });
}

function beginEntry(id: string, row: TableRow, fail: Fail): ListEntry {
  const word = row.value('designationtype') || row.value('individualentityship') || row.value('type');
  const type = ownValue(UK_TYPES, word.toLowerCase());
  return type === undefined ? fail('the type must be Individual, Entity or Ship.') : newEntry(id, type, '');
}

function add(entry: ListEntry, row: TableRow): void {
  const parts = NAME_COLUMNS.map((column) => row.value(column));
  addUkName(entry, parts, row.value('nametype') || row.value('aliastype'), row.value('aliasstrength'));
  addUkName(entry, [row.value('name')], 'Primary Name', '');
  addUkFacts(entry, (...keys) => keys.map((key) => row.value(key)).filter((text) => text !== ''));
  const address = ADDRESS_COLUMNS.map((column) => row.value(column));
  addAddress(entry, address, row.value('addresscountry'));
  addUkBirthPlace(entry, row.value('townofbirth'), row.value('countryofbirth'));
}

/** Adds a name of these parts, `Name1` to `Name5` and then `Name6`, which is the family name or the whole one. */
function addUkName(entry: ListEntry, parts: readonly string[], type: string, strength: string): void {
  const name = parts.filter((part) => part !== '').join(' ');
  addPublishedName(entry, name, nameKind(type), /low|weak/i.test(strength) ? 'weak' : 'strong');
}

/** `Primary Name`, `Primary Name Variation`, `Alias`. Separate words mark former names. */
function nameKind(type: string): ListName['kind'] {
  if (/^primary name$/i.test(type)) return 'primary';
  return /f\.?k\.?a|former/i.test(type) ? 'former' : 'alias';
}

/** Adds what every format states in the same way: everything except names, addresses and birth places. */
function addUkFacts(entry: ListEntry, values: UkValues): void {
  for (const date of values('dob')) addBirthDates(entry, date);
  for (const gender of values('gender')) addGender(entry, gender);
  for (const name of values('nationality', 'nationalityies')) addNationality(entry, name);
  for (const flag of values('currentbelievedflagofship', 'previousflag', 'previousflags')) addCountry(entry, flag);
  for (const script of values('namenonlatinscript')) addPublishedName(entry, script, 'original_script');
  for (const regime of values('regimename')) addNew(entry.programs, regime);
  for (const [kind, ...keys] of NUMBERS) for (const number of values(...keys)) addIdentifier(entry, kind, number);
  for (const [kind, ...keys] of RELATIONS) for (const name of values(...keys)) addRelation(entry, kind, name);
  for (const [key, keys] of Object.entries(ORIGINALS))
    for (const text of values(...keys)) addOriginal(entry, key, text);
  const designated = values('datedesignated').flatMap(datesIn);
  entry.listedAt ??= designated.find((date) => date.length === 10) ?? null;
  entry.topics = ['sanction'];
}

function addUkBirthPlace(entry: ListEntry, town: string, country: string): void {
  addBirthPlace(entry, [town, country].filter((part) => part !== '').join(', '));
}
