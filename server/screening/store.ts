import type { Db } from '../db/open.ts';
import { transact } from '../db/transact.ts';
import { AppError } from '../lib/errors.ts';
import type { EntityType, ListEntry, ListIdentifier, ListName, ListVersion } from './types.ts';

interface VersionRow {
  id: string;
  code: string;
  name: string;
  format: string;
  importer_version: number;
  content_hash: string;
  published_at: string | null;
  imported_at: number;
  entries: number;
  names: number;
  rows_skipped: number;
  active: number;
  age_days_max: number | null;
}

interface EntryRow {
  id: string;
  name: string;
  type: EntityType;
  names: string;
  birth_dates: string;
  countries: string;
  identifiers: string;
  programs: string;
  topics: string;
}

/** An entry as the search needs it. */
export interface StoredEntry extends Pick<ListEntry, 'type' | 'birthDates' | 'countries' | 'programs' | 'topics'> {
  /** `ent_...` */
  id: string;
  name: string;
  names: ListName[];
  identifiers: ListIdentifier[];
}

const SELECT_VERSIONS = `
  SELECT v.id, v.code, l.name, v.format, v.importer_version, v.content_hash, v.published_at, v.imported_at,
    v.entries, v.names, v.rows_skipped, v.active, l.age_days_max
  FROM watchlist_versions v JOIN watchlists l USING (code)`;

/** Every imported version, newest first. */
export function listVersions(db: Db): ListVersion[] {
  return db.prepare<[], VersionRow>(`${SELECT_VERSIONS} ORDER BY v.seq DESC`).all().map(versionOf);
}

/** The versions that are searched: one of each list, in the order of their codes. */
export function activeVersions(db: Db): ListVersion[] {
  return db.prepare<[], VersionRow>(`${SELECT_VERSIONS} WHERE v.active = 1 ORDER BY v.code`).all().map(versionOf);
}

/** One version; throws `not_found`. */
export function getVersion(db: Db, id: string): ListVersion {
  const row = db.prepare<[string], VersionRow>(`${SELECT_VERSIONS} WHERE v.id = ?`).get(id);
  if (!row) throw new AppError('not_found', 'There is no list version with this id.');
  return versionOf(row);
}

/** The version that holds this very content, read by this importer. */
export function findVersion(
  db: Db,
  key: Pick<ListVersion, 'code' | 'contentHash' | 'importerVersion'>,
): ListVersion | null {
  const row = db
    .prepare<[string, string, number], VersionRow>(
      `${SELECT_VERSIONS} WHERE v.code = ? AND v.content_hash = ? AND v.importer_version = ?`,
    )
    .get(key.code, key.contentHash, key.importerVersion);
  return row ? versionOf(row) : null;
}

/** Makes a version the one of its list that is searched. Throws `not_found`. */
export function activateVersion(db: Db, id: string): void {
  const { code } = getVersion(db, id);
  transact(db, () => {
    db.prepare('UPDATE watchlist_versions SET active = 0 WHERE code = ? AND active = 1').run(code);
    db.prepare('UPDATE watchlist_versions SET active = 1 WHERE id = ?').run(id);
  });
}

/** Sets after how many days a list counts as stale, whichever version is active; null: the appliance's limit. */
export function setListAgeLimit(db: Db, code: string, ageDaysMax: number | null): void {
  const { changes } = db.prepare('UPDATE watchlists SET age_days_max = ? WHERE code = ?').run(ageDaysMax, code);
  if (changes === 0) throw new AppError('not_found', 'There is no list with this code.');
}

/** Notes that the publisher has confirmed this content anew on `publishedAt` (YYYY-MM-DD). */
export function setPublishedAt(db: Db, id: string, publishedAt: string): void {
  db.prepare('UPDATE watchlist_versions SET published_at = ? WHERE id = ?').run(publishedAt, id);
}

/** Stores a version with its entries, inactive. To be called inside a transaction. */
export function insertVersion(
  db: Db,
  version: Omit<ListVersion, 'active' | 'ageDaysMax'>,
  entries: readonly ListEntry[],
  newEntryId: () => string,
): void {
  db.prepare(
    'INSERT INTO watchlists (code, name) VALUES (?, ?) ON CONFLICT (code) DO UPDATE SET name = excluded.name',
  ).run(version.code, version.name);
  db.prepare(
    `INSERT INTO watchlist_versions (id, code, format, importer_version, content_hash, published_at, imported_at,
       entries, names, rows_skipped, active)
     VALUES (@id, @code, @format, @importerVersion, @contentHash, @publishedAt, @importedAtMs, @entries, @names,
       @rowsSkipped, 0)`,
  ).run(version);
  const insert = db.prepare(
    `INSERT INTO watchlist_entries (id, version_id, position, source_id, name, type, names, birth_dates, countries,
       identifiers, programs, topics, listed_at, original)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  entries.forEach((entry, position) => {
    insert.run(newEntryId(), version.id, position, ...columnsOf(entry));
  });
}

/** The entries of a version, in the order of the file. */
export function* readEntries(db: Db, versionId: string): Generator<StoredEntry> {
  const rows = db
    .prepare<[string], EntryRow>(
      `SELECT id, name, type, names, birth_dates, countries, identifiers, programs, topics
       FROM watchlist_entries WHERE version_id = ? ORDER BY position`,
    )
    .iterate(versionId);
  for (const row of rows) {
    yield {
      id: row.id,
      name: row.name,
      type: row.type,
      names: JSON.parse(row.names),
      birthDates: JSON.parse(row.birth_dates),
      countries: JSON.parse(row.countries),
      identifiers: JSON.parse(row.identifiers),
      programs: JSON.parse(row.programs),
      topics: JSON.parse(row.topics),
    };
  }
}

function columnsOf(entry: ListEntry): (string | null)[] {
  return [
    entry.sourceId,
    entry.names[0].name,
    entry.type,
    JSON.stringify(entry.names),
    JSON.stringify(entry.birthDates),
    JSON.stringify(entry.countries),
    JSON.stringify(entry.identifiers),
    JSON.stringify(entry.programs),
    JSON.stringify(entry.topics),
    entry.listedAt,
    JSON.stringify(entry.original),
  ];
}

function versionOf(row: VersionRow): ListVersion {
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    format: row.format,
    importerVersion: row.importer_version,
    contentHash: row.content_hash,
    publishedAt: row.published_at,
    importedAtMs: row.imported_at,
    entries: row.entries,
    names: row.names,
    rowsSkipped: row.rows_skipped,
    active: row.active === 1,
    ageDaysMax: row.age_days_max,
  };
}
