import type { WatchlistAnswer, WatchlistEntryAnswer } from '../contract/watchlists.ts';
import { ageOfList, versionLabel } from '../datasets/age.ts';
import type { StoredEntry } from '../screening/store/entries.ts';
import type { ListEntry, ListVersion } from '../screening/types.ts';
import { presentVersion } from './datasets.ts';

/** `topics`: the topics of its entries; null if unknown. */
export function presentWatchlist(version: ListVersion, topics: string[] | null, nowMs: number): WatchlistAnswer {
  return {
    ...presentVersion(version, ageOfList(version, nowMs)),
    entries: version.entries,
    types: version.types,
    topics,
    names: version.names,
    records_declared: version.recordsDeclared,
    rows_skipped: version.rowsSkipped,
    orphans: version.orphans,
  };
}

/** The content of an entry, with the field names of the API. */
type Content = Omit<WatchlistEntryAnswer, 'id' | 'list'>;

export function presentEntry(entry: StoredEntry, version: ListVersion): WatchlistEntryAnswer {
  const { id, code, name } = version;
  return { id: entry.id, list: { id, code, name, version: versionLabel(version) }, ...contentOf(entry) };
}

/** Returns the fields in which two contents of one entry differ. */
export function differingFields(before: ListEntry, after: ListEntry): string[] {
  const [old, now] = [contentOf(before), contentOf(after)];
  return (Object.keys(now) as (keyof Content)[]).filter(
    (field) => JSON.stringify(old[field]) !== JSON.stringify(now[field]),
  );
}

function contentOf(entry: ListEntry): Content {
  return {
    source_id: entry.sourceId,
    type: entry.type,
    names: entry.names,
    birth_dates: entry.birthDates,
    birth_places: entry.birthPlaces,
    genders: entry.genders,
    nationalities: entry.nationalities,
    countries: entry.countries,
    identifiers: entry.identifiers,
    addresses: entry.addresses,
    roles: entry.roles,
    relations: entry.relations.map(({ kind, name, sourceId }) => ({
      kind,
      name,
      ...(sourceId === undefined ? {} : { source_id: sourceId }),
    })),
    media: entry.media,
    programs: entry.programs,
    topics: entry.topics,
    listed_at: entry.listedAt,
    original: entry.original,
  };
}
