import type { Db } from '../../db/open.ts';
import { buildIndex } from '../index/build.ts';
import type { IndexData } from '../index/data.ts';
import { type EntryNames, readNames, readNamesOf } from '../store/entries.ts';
import type { ListVersion, Topic } from '../types.ts';
import { listPlaces, makePlaceTable, type PlaceTable } from './places.ts';

/** Everything that a search holds in memory of some list versions. Plain data: it can be moved to another thread and kept in a file. */
export interface BuiltLists {
  index: IndexData;
  places: PlaceTable;
  /** Of the entries of each version, in the order of the versions. */
  topics: Topic[][];
}

export type VersionSize = Pick<ListVersion, 'id' | 'names' | 'entries'>;

/** Reads the names of these versions and builds their index. */
export function buildLists(db: Db, versions: readonly VersionSize[]): BuiltLists {
  const sum = (of: 'names' | 'entries'): number => versions.reduce((total, version) => total + version[of], 0);
  const places = makePlaceTable(sum('names'), sum('entries'));
  const index = buildIndex(listPlaces(readVersions(db, versions), places));
  return { index, places, topics: versions.map(({ id }) => readTopics(db, id)) };
}

/** The same for some entities of one version. */
export function buildSome(db: Db, versionId: string, entities: readonly number[]): BuiltLists {
  const read = readNamesOf(db, versionId, entities);
  const places = makePlaceTable(
    read.reduce((sum, { names }) => sum + names.length, 0),
    read.length,
  );
  const index = buildIndex(
    listPlaces(
      read.map((entry) => ({ ...entry, version: 0 })),
      places,
    ),
  );
  return { index, places, topics: [readTopics(db, versionId)] };
}

function* readVersions(db: Db, versions: readonly VersionSize[]): Generator<EntryNames & { version: number }> {
  for (const [version, { id }] of versions.entries()) {
    for (const entry of readNames(db, id)) yield { ...entry, version };
  }
}

/** Every topic of any entry of a version, in the order of the alphabet. */
function readTopics(db: Db, versionId: string): Topic[] {
  return db
    .prepare<[string], Topic>(
      `SELECT DISTINCT t.value FROM watchlist_entries e
       JOIN watchlist_records r ON r.row = e.record
       JOIN json_each(r.rest, '$.topics') t
       WHERE e.version = (SELECT seq FROM watchlist_versions WHERE id = ?) ORDER BY t.value`,
    )
    .pluck()
    .all(versionId) as Topic[];
}
