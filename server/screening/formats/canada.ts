import { type EntityType, type ListEntry, newEntry } from '../types.ts';
import { dayIn } from './dates.ts';
import { addBirthDates, addIdentifier, addOriginal, labelKey, saysSomething } from './fill.ts';
import type { ListFormat } from './format.ts';
import { addPublishedName } from './published-names.ts';
import { headElements, rootOf } from './xml.ts';
import type { XmlElement } from './xml-element.ts';
import { readXmlList } from './xml-list.ts';

/** What of a name that was cut at commas is no name but the legal form of the one before. */
const LEGAL_FORM = /^(?:ltd|limited|inc|llc|l\.l\.c|co|corp|s\.?a|s\.?r\.?l|a\.?g|gmbh|plc|b\.?v|jsc|ojsc|pjsc)\.?$/i;
/** The name of a language before a name that is written in it. */
const LANGUAGE = /^(?:In )?[A-Z][a-z]+ ?: */;

/**
 * Canada's consolidated autonomous sanctions list (Special Economic Measures Act and Justice for Victims of Corrupt
 * Foreign Officials Act), as XML: one `record` each, in the elements of both of its published forms (`EntityOrShip`,
 * `DateOfBirthOrShipBuildDate`; before 2024 `Entity`, `DateOfBirth`). It gives its entries no numbers: regulation,
 * schedule and item together are one. `Country` names the regulation, not where somebody is from. The file has no date.
 */
export const canadaXml: ListFormat = {
  id: 'ca_sema_xml',
  list: { code: 'ca_sema', name: 'Canada Consolidated Autonomous Sanctions List' },
  recognises([file, ...others]) {
    if (file === undefined || others.length > 0 || rootOf(file)?.name !== 'data-set') return false;
    const record = headElements(file, ['record'])[0];
    return record?.child('Country') !== undefined && record.child('Item') !== undefined;
  },
  async *read([file], job) {
    if (file) yield* readXmlList(file, job, { entries: ['record'], read: makeEntry });
  },
};

function makeEntry(record: XmlElement, fail: (reason: string) => never): ListEntry {
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

/** Of the English name of the regulation, the schedule and the item. */
function makeId(regulation: string, schedule: string, item: string): string {
  const english = regulation.split(' / ')[0] ?? regulation;
  return [english, schedule, item]
    .map(labelKey)
    .filter((part) => part !== '')
    .join('-');
}

/**
 * Aliases stand between semicolons or slashes, else between commas. A comma may also part a person's names or a
 * company's from its legal form: a person's are cut at commas only where each part has two words.
 */
function splitAliases(text: string, type: EntityType): string[] {
  return text.split(/;| \/ /).flatMap((part) => {
    const parts = part.split(/[,،] */).map(cleanAlias);
    const isList = type === 'person' ? parts.every((name) => /\S[\s-]+\S/.test(name)) : true;
    return isList ? joinLegalForms(parts) : [cleanAlias(part)];
  });
}

function cleanAlias(alias: string): string {
  return alias.trim().replace(LANGUAGE, '');
}

function joinLegalForms(parts: readonly string[]): string[] {
  const names: string[] = [];
  for (const part of parts) {
    const last = names.at(-1);
    if (last !== undefined && LEGAL_FORM.test(part)) names[names.length - 1] = `${last}, ${part}`;
    else names.push(part);
  }
  return names;
}
