import { isCompanyName } from '../../names/company-names.ts';
import type { NameSubject } from '../../names/word.ts';
import { isLatin } from '../match/name-factor.ts';
import type { EntryNames } from '../store/entries.ts';
import { type EntityType, TOPICS, type Topic } from '../types.ts';
import { type BirthTable, makeBirthTable } from './births.ts';

/** In the order of their codes in a `PlaceTable`. */
const TYPES: readonly EntityType[] = ['person', 'entity', 'vessel', 'aircraft', 'unknown'];

/** What an index of names knows of a name's bearer. Names are known by their place, entries by the order they came in. */
export interface PlaceTable extends BirthTable {
  /** By place: its entry. */
  owners: Uint32Array;
  /** By place: 1 where the publisher calls the name weak. */
  weak: Uint8Array;
  /** By place: 1 where the name is not in Latin letters. */
  foreign: Uint8Array;
  /** By entry: the place of its first name; the others follow. */
  firstPlaces: Uint32Array;
  /** By entry: row number of its entity. */
  entities: Uint32Array;
  /** By entry: place of its list version in the order they were read in. */
  versions: Uint16Array;
  /** By entry: place of its type in `TYPES`. */
  types: Uint8Array;
  /** By entry: a bit for each topic that it is listed for, in the order of `TOPICS`. */
  topics: Uint16Array;
}

/** An empty table with room for so many names and entries. */
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

/** The names of `entries` one after the other, as an index wants them, while `table` learns whose they are. */
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

/** The bits of some topics; an entry of a list that does not say why it is on it is listed for something else. */
export function topicBits(topics: readonly Topic[]): number {
  const listed: readonly Topic[] = topics.length === 0 ? ['other'] : topics;
  return listed.reduce((bits, topic) => bits | (1 << TOPICS.indexOf(topic)), 0);
}

/** How the names of such an entry are read. */
export function subjectOf(type: EntityType | undefined): NameSubject {
  if (type === 'person') return 'person';
  return type === 'entity' ? 'organisation' : 'unknown';
}

/** What an entry is: as the publisher says, or, where it does not, a company where one of its names is surely one's. */
export function knownType(type: EntityType, names: readonly { name: string }[]): EntityType {
  return type === 'unknown' && names.some(({ name }) => isCompanyName(name)) ? 'entity' : type;
}

/** Whether the entry may be of this type: it is, or the publisher does not say what it is. */
export function mayBe(table: PlaceTable, owner: number, type: EntityType): boolean {
  const known = TYPES[table.types[owner] as number];
  return known === type || known === 'unknown';
}
