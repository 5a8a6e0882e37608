import { dayIn, makeDate } from '../../datasets/dates.ts';
import type { Fail, ListFile } from '../../datasets/file.ts';
import { type CsvStyle, firstRow, readRows } from '../../datasets/rows.ts';
import { hasColumns, readTable, type TableRow } from '../../datasets/table.ts';
import { rootOf } from '../../datasets/xml.ts';
import type { XmlElement } from '../../datasets/xml-element.ts';
import { ownValue } from '../../lib/own.ts';
import { type EntityType, type ListEntry, newEntry } from '../types.ts';
import {
  addAddress,
  addBirthDates,
  addBirthPlace,
  addGender,
  addIdentifier,
  addNationality,
  addNew,
  addOriginal,
  orderCountries,
  settleNames,
} from './fill.ts';
import { type ImportJob, oneFile } from './format.ts';
import { addPublishedName } from './published-names.ts';
import { readGroups } from './row-groups.ts';
import { readXmlList } from './xml-list.ts';

const LIST = { code: 'eu_fsf', name: 'EU Consolidated Financial Sanctions List' };
const STYLE: CsvStyle = { delimiter: ';', relax_quotes: true };
const COLUMNS = ['entitylogicalid', 'entitysubjecttype', 'namealiaswholename'];
/** Columns whose headings differ from the XML's names. */
const OTHER_COLUMNS: Record<string, string> = {
  dayOfMonth: 'day',
  monthOfYear: 'month',
  identificationTypeCode: 'typecode',
  identificationTypeDescription: 'typedescription',
};

/** Returns a value of one part of an entity (a name, a birth date, ...) by its attribute's name in the XML. */
type EuValue = (attribute: string) => string;

const EU_TYPES: Record<string, EntityType> = {
  person: 'person',
  p: 'person',
  enterprise: 'entity',
  e: 'entity',
};

/** What each child element of an entity adds. A group of columns has the same name. */
const PARTS: Record<string, (entry: ListEntry, value: EuValue) => void> = {
  nameAlias: addEuName,
  birthdate: addEuBirth,
  citizenship: addEuCitizenship,
  identification: addEuIdentification,
  address: addEuAddress,
  regulation: addEuRegulation,
};

/**
 * The European Union's consolidated financial sanctions list, as XML of the Financial Sanctions Files 1.1
 * (`xmlFullSanctionsList_1_1`, namespace `http://eu.europa.ec/fpi/fsd/export`), built to the published schema: one
 * `sanctionEntity` each, identified by its `euReferenceNumber`. The list's date is that of its generation.
 */
export const euXml = oneFile({
  id: 'eu_fsf_xml',
  list: LIST,
  recognises(file) {
    const root = rootOf(file);
    return root?.name === 'export' && root.attribute('generationDate') !== '';
  },
  read: (file, job) =>
    readXmlList(file, job, {
      entries: ['sanctionEntity'],
      headers: ['export'],
      readHeader: (root, { reading }) => {
        reading.publishedAt = dayIn(root.attribute('generationDate').slice(0, 10));
      },
      read: makeEntry,
    }),
});

function makeEntry(element: XmlElement, fail: Fail): ListEntry | null {
  const id = element.attribute('euReferenceNumber') || element.attribute('logicalId');
  if (id === '') fail('the euReferenceNumber is missing.');
  const type = ownValue(EU_TYPES, element.child('subjectType')?.attribute('code').toLowerCase() ?? '');
  if (type === undefined) return fail('the subjectType must be person or enterprise.');
  const entry = newEntry(id, type, '');
  for (const part of element.children) ownValue(PARTS, part.name)?.(entry, (attribute) => part.attribute(attribute));
  if (!settleNames(entry)) return null;
  entry.topics = ['sanction'];
  entry.listedAt = dayIn(element.attribute('designationDate').slice(0, 10));
  for (const key of ['designationDetails', 'unitedNationId', 'logicalId'])
    addOriginal(entry, key, element.attribute(key));
  for (const remark of element.texts('remark')) addOriginal(entry, 'remark', remark);
  for (const url of element.texts('regulation', 'publicationUrl')) addOriginal(entry, 'publicationUrl', url);
  return orderCountries(entry);
}

/**
 * The same list as CSV of the Financial Sanctions Files 1.1 (`csvFullSanctionsList_1_1`), built to its published columns:
 * semicolons between the fields, a header, and a row for each name, birth date, citizenship, document and address of an entity.
 * All of its rows repeat `Entity_LogicalId`. The list's date is its `fileGenerationDate`.
 */
export const euCsv = oneFile({
  id: 'eu_fsf_csv',
  list: LIST,
  recognises: (file) => hasColumns(firstRow(file, STYLE), COLUMNS),
  async *read(file, job) {
    const groups = { idOf: (row: TableRow) => row.value('entitylogicalid'), begin: beginEntry, add };
    yield* readGroups(file, job, readDatedRows(file, job), groups);
  },
});

async function* readDatedRows(file: ListFile, { reading }: ImportJob): AsyncGenerator<TableRow> {
  for await (const row of readTable(file, readRows(file, STYLE), { columns: COLUMNS })) {
    reading.publishedAt ??= dayIn(row.value('filegenerationdate'));
    yield row;
  }
}

function beginEntry(id: string, row: TableRow, fail: Fail): ListEntry {
  const words = [row.value('entitysubjecttype'), row.value('entitysubjecttypeclassificationcode')];
  const type = words.map((word) => ownValue(EU_TYPES, word.toLowerCase())).find((known) => known !== undefined);
  if (type === undefined) return fail('the Entity_SubjectType must be person or enterprise.');
  const entry = newEntry(row.value('entityeureferencenumber') || id, type, '');
  entry.topics = ['sanction'];
  entry.listedAt = dayIn(row.value('entitydesignationdate'));
  const kept = { unitedNationId: 'unitednationid', designationDetails: 'designationdetails', remark: 'remark' };
  for (const [key, column] of Object.entries(kept)) addOriginal(entry, key, row.value(`entity${column}`));
  return entry;
}

function add(entry: ListEntry, row: TableRow): void {
  for (const [name, addPart] of Object.entries(PARTS)) {
    const prefix = name === 'regulation' ? 'entityregulation' : name.toLowerCase();
    addPart(entry, (attribute) => row.value(prefix + (OTHER_COLUMNS[attribute] ?? attribute.toLowerCase())));
  }
}

/** `nameAlias` */
function addEuName(entry: ListEntry, value: EuValue): void {
  const whole = value('wholeName') || ['firstName', 'middleName', 'lastName'].map(value).filter(Boolean).join(' ');
  addPublishedName(entry, whole, 'alias', value('strong') === 'false' ? 'weak' : 'strong');
  addGender(entry, value('gender'));
  for (const key of ['title', 'function']) addOriginal(entry, key, value(key));
}

/** `birthdate`: a day, a year, a range of years, any of them approximate. */
function addEuBirth(entry: ListEntry, value: EuValue): void {
  const [from, until] = [value('yearRangeFrom'), value('yearRangeTo')];
  const day = makeDate(value('year'), value('monthOfYear'), value('dayOfMonth')) ?? value('birthdate');
  const about = value('circa') === 'true' ? 'circa ' : '';
  const known = from !== '' && until !== '' ? `${from} to ${until}` : day || from || until;
  addBirthDates(entry, known === '' ? '' : about + known);
  const country = value('countryDescription');
  const places = [value('place'), value('city'), value('region'), country === 'UNKNOWN' ? '' : country];
  addBirthPlace(entry, places.filter(Boolean).join(', '));
}

/** `citizenship` */
function addEuCitizenship(entry: ListEntry, value: EuValue): void {
  addNationality(entry, countryOf(value));
}

/** `identification` */
function addEuIdentification(entry: ListEntry, value: EuValue): void {
  const label = value('identificationTypeDescription') || value('identificationTypeCode');
  addIdentifier(entry, label, value('number') || value('latinNumber'), countryOf(value));
  addPublishedName(entry, value('nameOnDocument'));
}

/** `address` */
function addEuAddress(entry: ListEntry, value: EuValue): void {
  const box = value('poBox');
  const parts = [value('street'), box === '' ? '' : `PO Box ${box}`, value('zipCode'), value('city'), value('place')];
  addAddress(entry, [...parts, value('region')], countryOf(value));
}

/** `regulation` of the entity itself */
function addEuRegulation(entry: ListEntry, value: EuValue): void {
  if (value('programme') !== '') addNew(entry.programs, value('programme'));
  for (const key of ['numberTitle', 'publicationUrl']) addOriginal(entry, key, value(key));
}

/** Returns the code, or the name if the code is `00`, which means unknown. */
function countryOf(value: EuValue): string {
  const code = value('countryIso2Code');
  if (/^[A-Za-z]{2}$/.test(code)) return code;
  const name = value('countryDescription');
  return name === 'UNKNOWN' ? '' : name;
}
