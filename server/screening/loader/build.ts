import type { Db } from '../../db/open.ts';
import { assert, must } from '../../lib/assert.ts';
import { buildIndex } from '../index/build.ts';
import type { IndexData } from '../index/data.ts';
import { type EntryNames, readNames, readNamesOf } from '../store/entries.ts';
import type { Topic } from '../types.ts';
import { makeBirthTable } from './births.ts';
import { listPlaces, makePlaceTable, type PlaceTable, topicBits } from './places.ts';

/** Everything about some list versions that a search holds in memory. Plain data: it can be moved to another thread and stored in a file. */
export interface BuiltLists {
  index: IndexData;
  places: PlaceTable;
  /** The topics of the entries of each version, in the order of the versions. */
  topics: Topic[][];
}

/** Reads the names of these versions and builds their index. */
export function buildLists(db: Db, versionIds: readonly string[]): BuiltLists {
  const sizes = versionIds.map((id) => countNames(db, id));
  const sum = (of: 'names' | 'entries'): number => sizes.reduce((total, size) => total + size[of], 0);
  const places = makePlaceTable(sum('names'), sum('entries'));
  const index = buildIndex(listPlaces(readVersions(db, versionIds), places));
  assert(index.size === places.owners.length, 'every name has its place');
  Object.assign(places, makeBirthTable(noteTopics(db, versionIds, places)));
  return { index, places, topics: versionIds.map((id) => readTopics(db, id)) };
}

/** Does the same for some entities of one version, without its topics, which only answers about whole lists need. */
export function buildSome(db: Db, versionId: string, entities: readonly number[]): BuiltLists {
  const read = readNamesOf(db, versionId, entities).map((entry) => ({ ...entry, version: 0 }));
  const names = read.reduce((sum, entry) => sum + entry.names.length, 0);
  const places = makePlaceTable(names, read.length);
  const index = buildIndex(listPlaces(read, places));
  Object.assign(places, makeBirthTable(noteTopics(db, [versionId], places)));
  return { index, places, topics: [] };
}

function* readVersions(db: Db, versionIds: readonly string[]): Generator<EntryNames & { version: number }> {
  for (const [version, id] of versionIds.entries()) {
    for (const entry of readNames(db, id)) yield { ...entry, version };
  }
}

/** Stores the topics of the entries in the table, and yields their birth dates on the way. */
function* noteTopics(
  db: Db,
  versionIds: readonly string[],
  { entities, versions, topics }: PlaceTable,
): Generator<{ owner: number; date: string }> {
  const select = db.prepare<[string, number], { listed: string; born: string }>(`
    SELECT json_extract(r.rest, '$.topics') AS listed, json_extract(r.rest, '$.birthDates') AS born
    FROM watchlist_entries e JOIN watchlist_records r ON r.row = e.record
    WHERE e.version = (SELECT seq FROM watchlist_versions WHERE id = ?) AND e.entity = ?`);
  /** A list has few sets of topics. */
  const known = new Map<string, number>();
  for (let owner = 0; owner < entities.length; owner++) {
    const row = select.get(versionIds[versions[owner] as number] as string, entities[owner] as number);
    const { listed, born } = must(row, 'an entry of the table is stored');
    const bits = known.get(listed) ?? topicBits(JSON.parse(listed) as Topic[]);
    known.set(listed, bits);
    topics[owner] = bits;
    for (const date of JSON.parse(born) as string[]) yield { owner, date };
  }
}

const OF_VERSION = `
  FROM watchlist_entries e JOIN watchlist_records r ON r.row = e.record
  WHERE e.version = (SELECT seq FROM watchlist_versions WHERE id = ?)`;

function countNames(db: Db, versionId: string): { names: number; entries: number } {
  const select = db.prepare<[string], { names: number; entries: number }>(
    `SELECT count(*) AS entries, coalesce(sum(json_array_length(r.names)), 0) AS names ${OF_VERSION}`,
  );
  return select.get(versionId) ?? { names: 0, entries: 0 };
}

/** Returns every topic of any entry of a version, in alphabetical order. */
function readTopics(db: Db, versionId: string): Topic[] {
  const select = db.prepare<[string], Topic>(
    `SELECT DISTINCT t.value FROM (SELECT r.rest ${OF_VERSION}) JOIN json_each(rest, '$.topics') t ORDER BY t.value`,
  );
  return select.pluck().all(versionId) as Topic[];
}
