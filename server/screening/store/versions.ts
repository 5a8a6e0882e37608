import { versionStore } from '../../datasets/versions.ts';
import type { Db } from '../../db/open.ts';
import type { ListVersion } from '../types.ts';

/** The versions of watchlists. A staged version is invisible to all of these functions. */
export const listStore = versionStore<ListVersion>({
  noun: 'list',
  actions: 'watchlist',
  datasets: 'watchlists',
  versions: 'watchlist_versions',
  columns: `v.entries, v.names, v.types, v.orphans, v.records_declared AS recordsDeclared,
    (SELECT coalesce(sum(value), 0) FROM json_each(v.orphans)) AS rowsSkipped`,
  json: ['types', 'orphans'],
  ready: "v.state = 'ready'",
  missing: 'There is no list version with this id. List the watchlists to find it.',
  counts: ['entries'],
});

export const {
  list: listVersions,
  active: activeVersions,
  activeOf: activeVersion,
  get: getVersion,
  setAgeLimit: setListAgeLimit,
} = listStore;

/** Returns the version with this same content, read by this importer. */
export function findVersion(
  db: Db,
  { code, contentHash, importerVersion }: Pick<ListVersion, 'code' | 'contentHash' | 'importerVersion'>,
): ListVersion | null {
  const where = 'AND v.code = ? AND v.content_hash = ? AND v.importer_version = ?';
  return listStore.read(db, where, code, contentHash, importerVersion)[0] ?? null;
}

export function setListName(db: Db, code: string, name: string): void {
  db.prepare('UPDATE watchlists SET name = ? WHERE code = ?').run(name, code);
}

/** Records that the publisher confirmed this content again on `publishedAt` (YYYY-MM-DD). */
export function setPublishedAt(db: Db, id: string, publishedAt: string): void {
  db.prepare('UPDATE watchlist_versions SET published_at = ? WHERE id = ?').run(publishedAt, id);
}

/** Records that this same content was imported again. */
export function setImportedAt(db: Db, id: string, importedAtMs: number): void {
  db.prepare('UPDATE watchlist_versions SET imported_at = ? WHERE id = ?').run(importedAtMs, id);
}

/** Returns when the newest pack that delivered this list was made, in ms. Null if there was none. */
export function packTime(db: Db, code: string): number | null {
  const select = db.prepare<[string], number | null>('SELECT pack_created_at FROM watchlists WHERE code = ?').pluck();
  return (select.get(code) as number | null | undefined) ?? null;
}

export function setPackTime(db: Db, code: string, createdAtMs: number): void {
  db.prepare('UPDATE watchlists SET pack_created_at = ? WHERE code = ?').run(createdAtMs, code);
}
