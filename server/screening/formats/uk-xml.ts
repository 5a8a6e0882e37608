import { dayIn } from '../../datasets/dates.ts';
import type { Fail } from '../../datasets/file.ts';
import { columnKey } from '../../datasets/table.ts';
import { headElements, rootOf } from '../../datasets/xml.ts';
import type { XmlElement } from '../../datasets/xml-element.ts';
import { ownValue } from '../../lib/own.ts';
import { type ListEntry, newEntry } from '../types.ts';
import { addAddress, orderCountries, settleNames } from './fill.ts';
import { oneFile } from './format.ts';
import { addUkBirthPlace, addUkFacts, addUkName, UK_TYPES } from './uk-facts.ts';
import { descendants, readXmlList } from './xml-list.ts';

const ROOT = 'Designations';
const GENERATED = 'DateGenerated';
const NAME_PARTS = ['Name1', 'Name2', 'Name3', 'Name4', 'Name5', 'Name6'];
const ADDRESS_PARTS = [1, 2, 3, 4, 5, 6].map((line) => `AddressLine${line}`).concat('AddressPostalCode');

/**
 * The UK Sanctions List of the Foreign, Commonwealth and Development Office, as XML (`UK-Sanctions-List.xml`), built to
 * its published elements: one `Designation` each, known by its `UniqueID`. The list's date is its `DateGenerated`.
 */
export const ukXml = oneFile({
  id: 'uk_sl_xml',
  list: { code: 'uk_sl', name: 'UK Sanctions List' },
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
  if (type === undefined) return fail('IndividualEntityShip is none of Individual, Entity, Ship.');
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

/** The texts of all elements below this one that have no children, by the keys of their names. */
function textsByKey(element: XmlElement, texts = new Map<string, string[]>()): Map<string, string[]> {
  for (const child of element.children) {
    if (child.children.length > 0) textsByKey(child, texts);
    else if (child.text !== '')
      texts.set(columnKey(child.name), [...(texts.get(columnKey(child.name)) ?? []), child.text]);
  }
  return texts;
}
