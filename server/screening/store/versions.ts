import type { Db } from '../../db/open.ts';
import { AppError } from '../../lib/errors.ts';
import type { ListVersion } from '../types.ts';

interface VersionRow {
  id: string;
  code: string;
  name: string;
  format: string;
  importer_version: number;
  content_hash: string;
  file_hashes: string;
  published_at: string | null;
  imported_at: number;
  imported_by: string | null;
  entries: number;
  names: number;
  types: string;
  orphans: string;
  records_declared: number | null;
  active: number;
  age_days_max: number | null;
}

/** A version that is staged is seen by none of these functions. */
const SELECT_VERSIONS = `
  SELECT v.id, v.code, l.name, v.format, v.importer_version, v.content_hash, v.file_hashes, v.published_at,
    v.imported_at, v.imported_by, v.entries, v.names, v.types, v.orphans, v.records_declared, v.active, l.age_days_max
  FROM watchlist_versions v JOIN watchlists l USING (code)`;

/** Every imported version, newest first; of one list where `code` is given. */
export function listVersions(db: Db, code?: string): ListVersion[] {
  const condition = code === undefined ? '' : 'AND v.code = @code';
  return db
    .prepare<[{ code: string | null }], VersionRow>(
      `${SELECT_VERSIONS} WHERE v.state = 'ready' ${condition} ORDER BY v.seq DESC`,
    )
    .all({ code: code ?? null })
    .map(versionOf);
}

/** The versions that are searched: one of each list, in the order of their codes. */
export function activeVersions(db: Db): ListVersion[] {
  return db.prepare<[], VersionRow>(`${SELECT_VERSIONS} WHERE v.active = 1 ORDER BY v.code`).all().map(versionOf);
}

/** The version of this list that is searched, or null. */
export function activeVersion(db: Db, code: string): ListVersion | null {
  const row = db.prepare<[string], VersionRow>(`${SELECT_VERSIONS} WHERE v.code = ? AND v.active = 1`).get(code);
  return row ? versionOf(row) : null;
}

/** One version; throws `not_found`. */
export function getVersion(db: Db, id: string): ListVersion {
  const row = db.prepare<[string], VersionRow>(`${SELECT_VERSIONS} WHERE v.id = ? AND v.state = 'ready'`).get(id);
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
      `${SELECT_VERSIONS} WHERE v.code = ? AND v.content_hash = ? AND v.importer_version = ? AND v.state = 'ready'`,
    )
    .get(key.code, key.contentHash, key.importerVersion);
  return row ? versionOf(row) : null;
}

/** Makes a version the one of its list that is searched. To be called inside a transaction. Throws `not_found`. */
export function activateVersion(db: Db, id: string): void {
  const { code } = getVersion(db, id);
  deactivateList(db, code);
  db.prepare('UPDATE watchlist_versions SET active = 1 WHERE id = ?').run(id);
}

/** No version of this list is searched any more. All of them stay. */
export function deactivateList(db: Db, code: string): void {
  db.prepare('UPDATE watchlist_versions SET active = 0 WHERE code = ? AND active = 1').run(code);
}

export function setListName(db: Db, code: string, name: string): void {
  db.prepare('UPDATE watchlists SET name = ? WHERE code = ?').run(name, code);
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

/** Notes that this very content has been imported again. */
export function setImportedAt(db: Db, id: string, importedAtMs: number): void {
  db.prepare('UPDATE watchlist_versions SET imported_at = ? WHERE id = ?').run(importedAtMs, id);
}

/** When the newest pack was made that this list came from, ms; null where none was. */
export function packTime(db: Db, code: string): number | null {
  const select = db.prepare<[string], number | null>('SELECT pack_created_at FROM watchlists WHERE code = ?').pluck();
  return (select.get(code) as number | null | undefined) ?? null;
}

export function setPackTime(db: Db, code: string, createdAtMs: number): void {
  db.prepare('UPDATE watchlists SET pack_created_at = ? WHERE code = ?').run(createdAtMs, code);
}

function versionOf(row: VersionRow): ListVersion {
  const orphans = JSON.parse(row.orphans) as Record<string, number>;
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    format: row.format,
    importerVersion: row.importer_version,
    contentHash: row.content_hash,
    fileHashes: JSON.parse(row.file_hashes),
    publishedAt: row.published_at,
    importedAtMs: row.imported_at,
    importedBy: row.imported_by,
    entries: row.entries,
    names: row.names,
    types: JSON.parse(row.types),
    orphans,
    rowsSkipped: Object.values(orphans).reduce((sum, count) => sum + count, 0),
    recordsDeclared: row.records_declared,
    active: row.active === 1,
    ageDaysMax: row.age_days_max,
  };
}
