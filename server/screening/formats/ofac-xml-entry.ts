import type { Fail } from '../../datasets/file.ts';
import type { XmlElement } from '../../datasets/xml-element.ts';
import { ownValue } from '../../lib/own.ts';
import { addName, type EntityType, type ListEntry, newEntry } from '../types.ts';
import { addAddress, addCountry, addNationality, addNew, addOriginal, addRelation } from './fill.ts';
import { addBirthDate, addFact, addLinks } from './ofac-facts.ts';

const TYPES: Record<string, EntityType> = {
  individual: 'person',
  entity: 'entity',
  vessel: 'vessel',
  aircraft: 'aircraft',
};

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

/** The entry of an `sdnEntry` element. Fails where it has no number, no name or an unknown type. */
export function makeXmlEntry(element: XmlElement, fail: Fail): ListEntry {
  const id = element.childText('uid');
  const name = nameOf(element);
  const type = ownValue(TYPES, element.childText('sdnType').toLowerCase());
  if (!/^\d+$/.test(id)) fail('the entry has no number (uid).');
  if (name === '') fail('the name is missing.');
  if (type === undefined) return fail('the type (sdnType) is unknown.');
  const entry = newEntry(id, type, name);
  entry.programs = element.texts('programList', 'program');
  entry.topics = ['sanction'];
  addAliases(entry, element);
  addPersonalFacts(entry, element);
  addNumbersAndPlaces(entry, element);
  addVesselFacts(entry, element.child('vesselInfo'));
  addOriginal(entry, 'title', element.childText('title'));
  addOriginal(entry, 'remarks', element.childText('remarks'));
  addLinks(entry, element.childText('remarks'));
  return entry;
}

/** As OFAC's CSV writes it: `LAST, First`. */
function nameOf(element: XmlElement): string {
  return [element.childText('lastName'), element.childText('firstName')].filter((part) => part !== '').join(', ');
}

function addAliases(entry: ListEntry, element: XmlElement): void {
  for (const alias of element.all('akaList', 'aka')) {
    const kind = alias.childText('type') === 'f.k.a.' ? 'former' : 'alias';
    addName(entry, nameOf(alias), kind, alias.childText('category') === 'weak' ? 'weak' : 'strong');
  }
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
