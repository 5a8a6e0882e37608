import { isFullDate } from '../../datasets/dates.ts';
import { type Fail, type ListFile, rowError } from '../../datasets/file.ts';
import { headElements, rootOf } from '../../datasets/xml.ts';
import type { XmlElement } from '../../datasets/xml-element.ts';
import { ownValue } from '../../lib/own.ts';
import { addName, type ListEntry, newEntry } from '../types.ts';
import { addAddress, addCountry, addNationality, addNew, addOriginal, addRelation } from './fill.ts';
import { type ImportJob, type ListFormat, oneFile } from './format.ts';
import {
  addBirthDate,
  addFact,
  addLinks,
  areConsolidated,
  OFAC_CONSOLIDATED,
  OFAC_SDN,
  OFAC_TYPES,
} from './ofac-facts.ts';
import { readXmlList, type XmlList } from './xml-list.ts';

/**
 * OFAC's lists in its first XML form, `sdn.xml` and `consolidated.xml`: `sdnList` with `sdnEntry` elements (OFAC's sdn.xsd). The
 * file states how many entries it has, and must have that many.
 */
export const ofacSdnXml = ofacXml('ofac_xml', OFAC_SDN);
export const ofacConsolidatedXml = ofacXml('ofac_cons_xml', OFAC_CONSOLIDATED);

/** The publisher's spelling, and the correct one. */
const HEADERS = ['publshInformation', 'publishInformation'];

function ofacXml(id: string, list: ListFormat['list']): ListFormat {
  return oneFile({
    id,
    list,
    recognises: (file) => rootOf(file)?.name === 'sdnList' && isConsolidated(file) === (list === OFAC_CONSOLIDATED),
    read: readEntries,
  });
}

function isConsolidated(file: ListFile): boolean {
  return areConsolidated(headElements(file, ['sdnEntry']).map((entry) => entry.texts('programList', 'program')));
}

async function* readEntries(file: ListFile, job: ImportJob): AsyncGenerator<ListEntry> {
  let headerLine = 1;
  let entries = 0;
  const form: XmlList = {
    entries: ['sdnEntry'],
    headers: HEADERS,
    readHeader(element) {
      headerLine = element.line;
      readHeader(element, job);
    },
    read: makeXmlEntry,
  };
  for await (const entry of readXmlList(file, job, form)) {
    entries += 1;
    yield entry;
  }
  checkCount(file, headerLine, job, entries);
}

function readHeader(element: XmlElement, { reading }: ImportJob): void {
  const [, month, day, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(element.childText('Publish_Date')) ?? [];
  const date = `${year}-${month}-${day}`;
  if (isFullDate(date)) reading.publishedAt = date;
  const count = element.childText('Record_Count');
  if (/^\d+$/.test(count)) reading.recordsDeclared = Number(count);
}

function checkCount(file: ListFile, line: number, { reading }: ImportJob, entries: number): void {
  const declared = reading.recordsDeclared;
  if (declared === null || declared === entries) return;
  throw rowError(
    file,
    line,
    `the file declares ${declared} entries (Record_Count) but contains ${entries}. Get the file from its publisher again.`,
  );
}

/** Elements of `vesselInfo` that are kept as they are, and their keys. */
const KEPT_VESSEL_FACTS = {
  vesselType: 'vessel_type',
  tonnage: 'tonnage',
  grossRegisteredTonnage: 'gross_tonnage',
  callSign: 'call_sign',
  vesselFlag: 'flag',
  vesselOwner: 'vessel_owner',
};
const ADDRESS_PARTS = ['address1', 'address2', 'address3', 'city', 'stateOrProvince', 'postalCode'];

/** Returns the entry of an `sdnEntry` element. Fails if it has no number, no name or an unknown type. */
function makeXmlEntry(element: XmlElement, fail: Fail): ListEntry {
  const id = element.childText('uid');
  const name = nameOf(element);
  const type = ownValue(OFAC_TYPES, element.childText('sdnType').toLowerCase());
  if (!/^\d+$/.test(id)) fail('the entry has no number (uid).');
  if (name === '') fail('the name is missing.');
  if (type === undefined) return fail('the type (sdnType) is unknown.');
  const entry = newEntry(id, type, name);
  entry.programs = element.texts('programList', 'program');
  entry.topics = ['sanction'];
  for (const alias of element.all('akaList', 'aka')) {
    const kind = alias.childText('type') === 'f.k.a.' ? 'former' : 'alias';
    addName(entry, nameOf(alias), kind, alias.childText('category') === 'weak' ? 'weak' : 'strong');
  }
  addPersonalFacts(entry, element);
  addNumbersAndPlaces(entry, element);
  addVesselFacts(entry, element.child('vesselInfo'));
  addOriginal(entry, 'title', element.childText('title'));
  addOriginal(entry, 'remarks', element.childText('remarks'));
  addLinks(entry, element.childText('remarks'));
  return entry;
}

/** Returns the name as OFAC's CSV writes it: `LAST, First`. */
function nameOf(element: XmlElement): string {
  return [element.childText('lastName'), element.childText('firstName')].filter((part) => part !== '').join(', ');
}

function addPersonalFacts(entry: ListEntry, element: XmlElement): void {
  for (const date of element.texts('dateOfBirthList', 'dateOfBirthItem', 'dateOfBirth')) {
    if (!addBirthDate(entry, date)) addOriginal(entry, 'birth_dates', date);
  }
  for (const place of element.texts('placeOfBirthList', 'placeOfBirthItem', 'placeOfBirth')) {
    addNew(entry.birthPlaces, place);
  }
  for (const country of element.texts('nationalityList', 'nationality', 'country')) addNationality(entry, country);
  for (const country of element.texts('citizenshipList', 'citizenship', 'country')) addNationality(entry, country);
}

function addNumbersAndPlaces(entry: ListEntry, element: XmlElement): void {
  for (const id of element.all('idList', 'id')) {
    const country = id.childText('idCountry');
    addFact(entry, { label: id.childText('idType'), value: id.childText('idNumber'), country });
  }
  for (const address of element.all('addressList', 'address')) {
    addAddress(
      entry,
      ADDRESS_PARTS.map((part) => address.childText(part)),
      address.childText('country'),
    );
  }
}

function addVesselFacts(entry: ListEntry, vessel: XmlElement | undefined): void {
  if (!vessel) return;
  for (const [name, key] of Object.entries(KEPT_VESSEL_FACTS)) addOriginal(entry, key, vessel.childText(name));
  addFact(entry, { label: 'Vessel Call Sign', value: vessel.childText('callSign') });
  addCountry(entry, vessel.childText('vesselFlag'));
  addRelation(entry, 'owner', vessel.childText('vesselOwner'));
}
