import { countryCode } from '../../datasets/countries.ts';
import { datesIn, isEntryDate, isFullDate, isPartialDate } from '../../datasets/dates.ts';
import { isPlaceholder } from '../../datasets/placeholder.ts';
import { ownValue } from '../../lib/own.ts';
import {
  type EntityType,
  type ListEntry,
  type ListMedia,
  type ListRole,
  newEntry,
  OFFICE_LEVELS,
  type OfficeLevel,
  TOPICS,
  type Topic,
} from '../types.ts';
import {
  addAddress,
  addBirthDates,
  addBirthPlace,
  addCountry,
  addGender,
  addIdentifier,
  addNationality,
  addNew,
  addScriptName,
  orderCountries,
} from './fill.ts';
import type { PlainColumn } from './plain-columns.ts';

/** One record of a plain list, in any notation. */
export interface PlainRecord {
  /** Returns the values of one of our columns, without empty ones. */
  values(column: PlainColumn): string[];
  /** Everything that the record says, for a reader. */
  original: ListEntry['original'];
  /** Whether the file has another publisher's format. */
  mapped: boolean;
  fail(reason: string): never;
}

/** Our types, and other words for them. */
const TYPES: Record<string, EntityType> = {
  person: 'person',
  individual: 'person',
  entity: 'entity',
  enterprise: 'entity',
  company: 'entity',
  organisation: 'entity',
  organization: 'entity',
  vessel: 'vessel',
  ship: 'vessel',
  aircraft: 'aircraft',
};

/** Our levels of offices, and other words for them. */
const LEVELS: Record<string, OfficeLevel> = {
  national: 'national',
  federal: 'national',
  regional: 'regional',
  state: 'regional',
  local: 'local',
  municipal: 'local',
  international: 'international',
};

/** Makes an entry of a record in the columns of `plain.ts`. Returns null for one of a mapped file without a name. */
export function makePlainEntry(record: PlainRecord): ListEntry | null {
  const name = record.values('name').find((one) => !isPlaceholder(one));
  if (name === undefined) return record.mapped ? null : record.fail('the name is missing.');
  const entry = newEntry(record.values('id')[0] ?? null, readType(record), name);
  for (const alias of record.values('aliases')) addScriptName(entry, alias);
  for (const alias of record.values('weak_aliases')) addScriptName(entry, alias, 'alias', 'weak');
  for (const former of record.values('former_names')) addScriptName(entry, former, 'former');
  addDates(entry, record);
  for (const place of record.values('birth_places')) addBirthPlace(entry, place);
  for (const gender of record.values('genders')) addGender(entry, gender);
  for (const nationality of record.values('nationalities')) addNationality(entry, nationality);
  for (const country of record.values('countries')) addCountry(entry, country);
  for (const number of record.values('identifiers')) addNumber(entry, number);
  for (const address of record.values('addresses')) addAddress(entry, ...splitAddress(address));
  for (const program of record.values('programs')) addNew(entry.programs, program);
  entry.roles = record.values('roles').map((role) => readRole(role, record));
  entry.relations = record.values('relations').map(readRelation);
  entry.media = record.values('media').map(readMedia);
  entry.topics = readTopics(record);
  entry.original = record.original;
  return orderCountries(entry);
}

function readType(record: PlainRecord): EntityType {
  const [word] = record.values('type');
  if (word === undefined) return 'unknown';
  const type = ownValue(TYPES, word.toLowerCase());
  if (type !== undefined) return type;
  return record.mapped ? 'unknown' : record.fail('the type must be one of person, entity, vessel, aircraft, or empty.');
}

function addDates(entry: ListEntry, record: PlainRecord): void {
  for (const date of record.values('birth_dates')) {
    if (isEntryDate(date)) addNew(entry.birthDates, date);
    else if (record.mapped) addBirthDates(entry, date);
    else record.fail('a birth date does not have the form YYYY, YYYY-MM, YYYY-MM-DD, 1961~ or 1961/1963.');
  }
  const [listedAt] = record.values('listed_at');
  if (listedAt === undefined) return;
  if (isFullDate(listedAt)) entry.listedAt = listedAt;
  else if (record.mapped) entry.listedAt = datesIn(listedAt).find(isFullDate) ?? null;
  else record.fail('listed_at does not have the form YYYY-MM-DD.');
}

function readTopics(record: PlainRecord): Topic[] {
  const known = (topic: string): topic is Topic => (TOPICS as readonly string[]).includes(topic);
  const topics = [...new Set(record.values('topics'))];
  return topics.every(known) ? topics : record.fail(`a topic must be one of ${TOPICS.join(', ')}.`);
}

/** `passport:X123`, or `passport/DE:X123` with the issuing country. */
function addNumber(entry: ListEntry, text: string): void {
  const [, label, country, value] = /^([^:/]+)(?:\/([^:]+))?:(.+)$/s.exec(text) ?? [];
  if (label === undefined || value === undefined) addIdentifier(entry, 'number', text);
  else addIdentifier(entry, label.trim(), value, country);
}

/** An address may end with a bar and a country: `1 Quay Road, Valletta|MT`. */
function splitAddress(text: string): [parts: string[], country: string] {
  const [address = '', country = ''] = text.split('|');
  return [[address], country];
}

/** `title|country|from|until|level` */
function readRole(text: string, record: PlainRecord): ListRole {
  const [title = '', country = '', from = '', until = '', level = ''] = bars(text);
  const role: ListRole = { title };
  if (country !== '') role.country = countryCode(country);
  if (isPartialDate(from)) role.from = from;
  if (isPartialDate(until)) role.until = until;
  const known = ownValue(LEVELS, level.toLowerCase());
  if (known !== undefined) role.level = known;
  else if (level !== '' && !record.mapped)
    record.fail(`the level of an office must be one of ${OFFICE_LEVELS.join(', ')}.`);
  return role;
}

/** `kind|name|id` */
function readRelation(text: string): ListEntry['relations'][number] {
  const [kind = '', name = '', sourceId = ''] = bars(text);
  const relation = name === '' ? { kind: 'associate', name: kind } : { kind, name };
  return sourceId === '' ? relation : { ...relation, sourceId };
}

/** `source|date|title` */
function readMedia(text: string): ListMedia {
  const [source = '', date = '', title = ''] = bars(text);
  return { source, ...(isPartialDate(date) && { date }), ...(title !== '' && { title }) };
}

function bars(text: string): string[] {
  return text.split('|').map((part) => part.trim());
}
