import { dayIn } from '../../datasets/dates.ts';
import type { Fail } from '../../datasets/file.ts';
import { headElements, rootOf } from '../../datasets/xml.ts';
import type { XmlElement } from '../../datasets/xml-element.ts';
import { type EntityType, type ListEntry, newEntry } from '../types.ts';
import { addBirthDates, addIdentifier, addOriginal, labelKey, saysSomething } from './fill.ts';
import { oneFile } from './format.ts';
import { cutAtCommas } from './name-lists.ts';
import { addPublishedName } from './published-names.ts';
import { readXmlList } from './xml-list.ts';

/** The name of a language before a name in that language. */
const LANGUAGE = /^(?:In )?[A-Z][a-z]+ ?: */;

/**
 * Canada's consolidated autonomous sanctions list (Special Economic Measures Act and Justice for Victims of Corrupt Foreign
 * Officials Act), as XML: one `record` each, in the elements of both of its published forms (`EntityOrShip`,
 * `DateOfBirthOrShipBuildDate`; before 2024 `Entity`, `DateOfBirth`). Its entries have no numbers: regulation, schedule and item
 * together identify one. `Country` names the regulation, not where a person is from. The file has no date.
 */
export const canadaXml = oneFile({
  id: 'ca_sema_xml',
  list: { code: 'ca_sema', name: 'Canada Consolidated Autonomous Sanctions List' },
  recognises(file) {
    if (rootOf(file)?.name !== 'data-set') return false;
    const record = headElements(file, ['record'])[0];
    return record?.child('Country') !== undefined && record.child('Item') !== undefined;
  },
  async *read(file, job) {
    const ids = new Map<string, number>();
    yield* readXmlList(file, job, {
      entries: ['record'],
      read: (record, fail) => numbered(makeEntry(record, fail), ids),
    });
  },
});

/** We make the number ourselves, so two entries with the same one do not keep the list out. */
function numbered(entry: ListEntry, ids: Map<string, number>): ListEntry {
  const id = entry.sourceId ?? '';
  const count = (ids.get(id) ?? 0) + 1;
  ids.set(id, count);
  return count === 1 ? entry : { ...entry, sourceId: `${id}-${count}` };
}

function makeEntry(record: XmlElement, fail: Fail): ListEntry {
  const regulation = record.childText('Country');
  const item = record.childText('Item');
  if (regulation === '' || item === '') fail('the record has no Country or no Item.');
  const person = [record.childText('GivenName'), record.childText('LastName')].filter(saysSomething).join(' ');
  const other = record.childText('EntityOrShip') || record.childText('Entity');
  const name = person || other;
  if (name === '') fail('the name is missing.');
  const imo = record.childText('ShipIMONumber');
  const type: EntityType = person !== '' ? 'person' : imo === '' ? 'entity' : 'vessel';
  const entry = newEntry(makeId(regulation, record.childText('Schedule'), item), type, name);
  addPublishedName(entry, name, 'primary');
  for (const alias of splitAliases(record.childText('Aliases'), type)) addPublishedName(entry, alias);
  addIdentifier(entry, 'imo', imo);
  addDate(entry, record.childText('DateOfBirthOrShipBuildDate') || record.childText('DateOfBirth'));
  addOriginal(
    entry,
    type === 'person' ? 'title' : 'ship_type',
    record.childText('TitleOrShip') || record.childText('Title'),
  );
  for (const key of ['Schedule', 'Item']) addOriginal(entry, labelKey(key), record.childText(key));
  return { ...entry, programs: [regulation], topics: ['sanction'], listedAt: dayIn(record.childText('DateOfListing')) };
}

function addDate(entry: ListEntry, text: string): void {
  if (entry.type === 'person') addBirthDates(entry, text);
  else addOriginal(entry, 'build_date', text);
}

/** Makes an id of the English name of the regulation, the schedule and the item. */
function makeId(regulation: string, schedule: string, item: string): string {
  const english = regulation.split(' / ')[0] ?? regulation;
  return [english, schedule, item]
    .map(labelKey)
    .filter((part) => part !== '')
    .join('-');
}

/**
 * Aliases are separated by semicolons or slashes, or else by commas. A comma may also separate one person's names: only parts
 * with two words are names. A company's name may contain one comma, so two parts stay together as well.
 */
function splitAliases(text: string, type: EntityType): string[] {
  return text.split(/;| \/ /).flatMap((part) => {
    const whole = cleanAlias(part);
    const parts = cutAtCommas(part).map(cleanAlias);
    if (type === 'person') return cutPersons(whole, parts);
    return parts.length === 2 ? [...parts, whole] : parts;
  });
}

/** Parts of one word make the others doubtful, so the whole is kept too. */
function cutPersons(whole: string, parts: readonly string[]): string[] {
  const names = parts.filter((name) => /\S[\s-]+\S/.test(name));
  if (names.length === parts.length) return names;
  return names.length > 1 ? [...names, whole] : [whole];
}

function cleanAlias(alias: string): string {
  return alias.trim().replace(LANGUAGE, '');
}
