import { isCompanyName } from '../../names/company-names.ts';
import type { NameSubject } from '../../names/word.ts';
import { isLatin } from '../match/name-factor.ts';
import type { EntryNames } from '../store/entries.ts';
import { type EntityType, TOPICS, type Topic } from '../types.ts';
import { type BirthTable, makeBirthTable } from './births.ts';

/** In the order of their codes in a `PlaceTable`. */
const TYPES: readonly EntityType[] = ['person', 'entity', 'vessel', 'aircraft', 'unknown'];

/** What an index of names knows about the owner of a name. Names are identified by their place, entries by order of arrival. */
export interface PlaceTable extends BirthTable {
  /** By place: its entry. */
  owners: Uint32Array;
  /** By place: 1 if the publisher calls the name weak. */
  weak: Uint8Array;
  /** By place: 1 if the name is not in Latin letters. */
  foreign: Uint8Array;
  /** By entry: the place of its first name. The others follow. */
  firstPlaces: Uint32Array;
  /** By entry: the row number of its entity. */
  entities: Uint32Array;
  /** By entry: the index of its list version, in reading order. */
  versions: Uint16Array;
  /** By entry: the index of its type in `TYPES`. */
  types: Uint8Array;
  /** By entry: one bit for each topic that it is listed for, in the order of `TOPICS`. */
  topics: Uint16Array;
}

/** Returns an empty table with room for this many names and entries. */
export function makePlaceTable(names: number, entries: number): PlaceTable {
  return {
    owners: new Uint32Array(names),
    weak: new Uint8Array(names),
    foreign: new Uint8Array(names),
    firstPlaces: new Uint32Array(entries),
    entities: new Uint32Array(entries),
    versions: new Uint16Array(entries),
    types: new Uint8Array(entries),
    topics: new Uint16Array(entries),
    ...makeBirthTable([]),
  };
}

/** Yields the names of `entries` one after the other, as an index needs them, while `table` records their owners. */
export function* listPlaces(
  entries: Iterable<EntryNames & { version: number }>,
  table: PlaceTable,
): Generator<{ name: string; subject: NameSubject }> {
  let place = 0;
  let owner = 0;
  for (const { entity, type, names, version } of entries) {
    table.firstPlaces[owner] = place;
    table.entities[owner] = entity;
    table.versions[owner] = version;
    table.types[owner] = TYPES.indexOf(knownType(type, names));
    for (const { name, quality } of names) {
      table.owners[place] = owner;
      table.weak[place] = Number(quality === 'weak');
      table.foreign[place] = Number(!isLatin(name));
      place += 1;
      yield { name, subject: subjectOf(type) };
    }
    owner += 1;
  }
}

/** Returns the bits of some topics. An entry of a list without topics counts as `other`. */
export function topicBits(topics: readonly Topic[]): number {
  const listed: readonly Topic[] = topics.length === 0 ? ['other'] : topics;
  return listed.reduce((bits, topic) => bits | (1 << TOPICS.indexOf(topic)), 0);
}

/** Returns how the names of an entry of this type are read. */
export function subjectOf(type: EntityType | undefined): NameSubject {
  if (type === 'person') return 'person';
  return type === 'entity' ? 'organisation' : 'unknown';
}

/**
 * Returns the type of an entry as published. If the publisher does not state it, the entry is a company if one of its names certainly is a company's.
 */
export function knownType(type: EntityType, names: readonly { name: string }[]): EntityType {
  return type === 'unknown' && names.some(({ name }) => isCompanyName(name)) ? 'entity' : type;
}

/** Whether the entry may be of this type: it is, or the publisher does not state its type. */
export function mayBe(table: PlaceTable, owner: number, type: EntityType): boolean {
  const known = TYPES[table.types[owner] as number];
  return known === type || known === 'unknown';
}
