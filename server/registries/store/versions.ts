import { versionStore } from '../../datasets/versions.ts';
import type { Db } from '../../db/open.ts';
import { LIMITS } from '../../lib/limits.ts';
import type { RegisterVersion } from '../types.ts';

/** The versions of registers. */
export const registerStore = versionStore<RegisterVersion>({
  noun: 'register',
  actions: 'register',
  datasets: 'registers',
  versions: 'register_versions',
  columns: 'v.companies, v.owners, v.complete_for AS completeFor, v.countries, v.skipped',
  json: ['completeFor', 'countries', 'skipped'],
  ready: 'TRUE',
  missing: 'There is no register version with this id. List the registers to find it.',
  counts: ['companies', 'owners'],
});

export const {
  list: listRegisterVersions,
  active: activeRegisterVersions,
  activeOf: activeRegisterVersion,
  get: getRegisterVersion,
  setAgeLimit: setRegisterAgeLimit,
} = registerStore;

/** Adds a version, which is not yet searched. Call it inside a transaction. */
export function insertRegisterVersion(db: Db, version: Omit<RegisterVersion, 'active' | 'ageDaysMax'>): void {
  // A version with this content whose file was lost is created again.
  db.prepare(
    `DELETE FROM register_versions
     WHERE code = @code AND content_hash = @contentHash AND importer_version = @importerVersion`,
  ).run({ code: version.code, contentHash: version.contentHash, importerVersion: version.importerVersion });
  setRegisterName(db, version.code, version.name);
  const { name: _, ...row } = version;
  db.prepare(
    `INSERT INTO register_versions (id, code, format, importer_version, content_hash, file_hashes, published_at,
       imported_at, imported_by, companies, owners, complete_for, countries, skipped, active)
     VALUES (@id, @code, @format, @importerVersion, @contentHash, @fileHashes, @publishedAt,
       @importedAtMs, @importedBy, @companies, @owners, @completeFor, @countries, @skipped, 0)`,
  ).run({
    ...row,
    fileHashes: JSON.stringify(version.fileHashes),
    completeFor: JSON.stringify(version.completeFor),
    countries: JSON.stringify(version.countries),
    skipped: JSON.stringify(version.skipped),
  });
}

/** Names a register, and creates it if there is none. */
export function setRegisterName(db: Db, code: string, name: string): void {
  db.prepare(
    'INSERT INTO registers (code, name) VALUES (@code, @name) ON CONFLICT (code) DO UPDATE SET name = @name',
  ).run({ code, name });
}

/** Records what an import of already stored content states about it: its day of publication, or else that it was imported again. */
export function confirmRegisterVersion(
  db: Db,
  version: RegisterVersion,
  said: { publishedAt?: string; completeFor?: readonly string[]; importedAtMs: number },
): void {
  const isDated = said.publishedAt !== undefined || version.publishedAt !== null;
  db.prepare('UPDATE register_versions SET published_at = ?, imported_at = ?, complete_for = ? WHERE id = ?').run(
    said.publishedAt ?? version.publishedAt,
    isDated ? version.importedAtMs : said.importedAtMs,
    JSON.stringify(said.completeFor ?? version.completeFor),
    version.id,
  );
}

/** Deletes the rows of a register's oldest versions beyond `LIMITS.registerVersionsKept`, but never the active one's. Returns their ids. */
export function retireRegisterVersions(db: Db, code: string): string[] {
  return db
    .prepare<[string, number], string>(
      `DELETE FROM register_versions WHERE active = 0 AND seq IN (
         SELECT seq FROM register_versions WHERE code = ? ORDER BY active DESC, seq DESC LIMIT -1 OFFSET ?)
       RETURNING id`,
    )
    .pluck()
    .all(code, LIMITS.registerVersionsKept) as string[];
}
