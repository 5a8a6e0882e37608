import { dayIn } from '../../datasets/dates.ts';
import type { Fail } from '../../datasets/file.ts';
import { rootOf } from '../../datasets/xml.ts';
import type { XmlElement } from '../../datasets/xml-element.ts';
import { type ListEntry, newEntry } from '../types.ts';
import {
  addAddress,
  addBirthDates,
  addBirthPlace,
  addGender,
  addIdentifier,
  addNationality,
  addOriginal,
  labelKey,
  orderCountries,
} from './fill.ts';
import { oneFile } from './format.ts';
import { addPublishedName } from './published-names.ts';
import { readXmlList } from './xml-list.ts';

const ROOT = 'CONSOLIDATED_LIST';
const NAME_PARTS = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'];
const ADDRESS_PARTS = ['STREET', 'CITY', 'STATE_PROVINCE', 'ZIP_CODE'];
const PLACE_PARTS = ['STREET', 'CITY', 'STATE_PROVINCE', 'COUNTRY'];
/** Weak alias qualities. `Good` and `a.k.a.` are strong ones. */
const WEAK = /^low$/i;
const FORMER = /^f\.?k\.?a/i;
const FORMERLY = /\b(?:formerly|previously)\b/i;

/**
 * The United Nations Security Council's consolidated list, as XML (`consolidated.xml`, schema `sc-sanctions.xsd`): one INDIVIDUAL
 * or ENTITY each, identified by its DATAID. The list's date is that of its generation.
 */
export const unXml = oneFile({
  id: 'un_xml',
  list: { code: 'un_sc', name: 'UN Security Council Consolidated List' },
  recognises: (file) => rootOf(file)?.name === ROOT,
  read: (file, job) =>
    readXmlList(file, job, {
      entries: ['INDIVIDUAL', 'ENTITY'],
      headers: [ROOT],
      readHeader: (root, { reading }) => {
        reading.publishedAt = dayIn(root.attribute('dateGenerated').slice(0, 10));
      },
      read: makeEntry,
    }),
});

function makeEntry(element: XmlElement, fail: Fail): ListEntry {
  const id = element.childText('DATAID');
  if (id === '') fail('the DATAID is missing.');
  const name = join(element, NAME_PARTS, ' ');
  if (name === '') fail('the name is missing.');
  const entry = newEntry(id, element.name === 'INDIVIDUAL' ? 'person' : 'entity', name);
  addPublishedName(entry, name, 'primary');
  for (const original of element.texts('NAME_ORIGINAL_SCRIPT')) addPublishedName(entry, original, 'original_script');
  for (const alias of element.all(`${element.name}_ALIAS`)) addAlias(entry, alias);
  addPersonalFacts(entry, element);
  for (const document of element.all('INDIVIDUAL_DOCUMENT')) addDocument(entry, document);
  for (const address of element.all(`${element.name}_ADDRESS`)) {
    addAddress(entry, texts(address, ADDRESS_PARTS), address.childText('COUNTRY'));
    addOriginal(entry, 'address_note', address.childText('NOTE'));
  }
  entry.topics = ['sanction'];
  entry.programs = element.texts('UN_LIST_TYPE');
  entry.listedAt = dayIn(element.childText('LISTED_ON').slice(0, 10));
  addOriginals(entry, element);
  return orderCountries(entry);
}

function addAlias(entry: ListEntry, alias: XmlElement): void {
  const quality = alias.childText('QUALITY');
  const note = alias.childText('NOTE');
  const kind = FORMER.test(quality) || FORMERLY.test(note) ? 'former' : 'alias';
  addPublishedName(entry, alias.childText('ALIAS_NAME'), kind, WEAK.test(quality) ? 'weak' : 'strong');
  addBirthDates(entry, alias.childText('DATE_OF_BIRTH'));
  addBirthPlace(entry, join(alias, ['CITY_OF_BIRTH', 'COUNTRY_OF_BIRTH'], ', '));
}

function addPersonalFacts(entry: ListEntry, element: XmlElement): void {
  for (const date of element.all('INDIVIDUAL_DATE_OF_BIRTH')) addBirthDates(entry, writeBirthDate(date));
  for (const place of element.all('INDIVIDUAL_PLACE_OF_BIRTH')) addBirthPlace(entry, join(place, PLACE_PARTS, ', '));
  for (const gender of element.texts('GENDER')) addGender(entry, gender);
  for (const nationality of element.texts('NATIONALITY', 'VALUE')) addNationality(entry, nationality);
}

/** Writes a birth date in words that `datesIn` reads. A note such as `Sep.` next to a year gives its month. */
function writeBirthDate(date: XmlElement): string {
  const [from, until] = [date.childText('FROM_YEAR'), date.childText('TO_YEAR')];
  if (from !== '' && until !== '') return `${from} to ${until}`;
  const note = date.childText('NOTE');
  const known = date.childText('DATE') || date.childText('YEAR') || from || until;
  const written = known === '' ? note : /^[a-z]{3,9}\.?$/i.test(note) ? `${note} ${known}` : known;
  return date.childText('TYPE_OF_DATE') === 'APPROXIMATELY' && written !== '' ? `circa ${written}` : written;
}

function addDocument(entry: ListEntry, document: XmlElement): void {
  const label = document.childText('TYPE_OF_DOCUMENT') || document.childText('TYPE_OF_DOCUMENT2');
  const country = document.childText('ISSUING_COUNTRY') || document.childText('COUNTRY_OF_ISSUE');
  addIdentifier(entry, label, document.childText('NUMBER'), country);
  addOriginal(entry, 'document_note', document.childText('NOTE'));
}

function addOriginals(entry: ListEntry, element: XmlElement): void {
  for (const key of ['REFERENCE_NUMBER', 'COMMENTS1', 'SUBMITTED_BY', 'INTERPOL_LINK']) {
    addOriginal(entry, labelKey(key), element.childText(key));
  }
  for (const key of ['TITLE', 'DESIGNATION', 'LAST_DAY_UPDATED']) {
    for (const text of element.texts(key, 'VALUE')) addOriginal(entry, labelKey(key), text);
  }
}

function texts(element: XmlElement, names: readonly string[]): string[] {
  return names.map((name) => element.childText(name)).filter((text) => text !== '');
}

function join(element: XmlElement, names: readonly string[], separator: string): string {
  return texts(element, names).join(separator);
}
