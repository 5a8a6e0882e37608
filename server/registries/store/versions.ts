import type { Db } from '../../db/open.ts';
import { AppError } from '../../lib/errors.ts';
import { LIMITS } from '../../lib/limits.ts';
import type { RegisterVersion } from '../types.ts';

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
  imported_by: string;
  companies: number;
  owners: number;
  complete_for: string;
  countries: string;
  skipped: string;
  active: number;
  age_days_max: number | null;
}

const SELECT_VERSIONS = `
  SELECT v.id, v.code, r.name, v.format, v.importer_version, v.content_hash, v.file_hashes, v.published_at, v.imported_at,
    v.imported_by, v.companies, v.owners, v.complete_for, v.countries, v.skipped, v.active, r.age_days_max
  FROM register_versions v JOIN registers r USING (code)`;

/** Every version that is kept, newest first; of one register where `code` is given. */
export function listRegisterVersions(db: Db, code?: string): RegisterVersion[] {
  const condition = code === undefined ? '' : 'WHERE v.code = @code';
  return db
    .prepare<[{ code: string | null }], VersionRow>(`${SELECT_VERSIONS} ${condition} ORDER BY v.seq DESC`)
    .all({ code: code ?? null })
    .map(versionOf);
}

/** The versions that are searched: one of each register, in the order of their codes. */
export function activeRegisterVersions(db: Db): RegisterVersion[] {
  return createActiveReader(db)();
}

/** Gives the same, to be asked again and again. */
export function createActiveReader(db: Db): () => RegisterVersion[] {
  const select = db.prepare<[], VersionRow>(`${SELECT_VERSIONS} WHERE v.active = 1 ORDER BY v.code`);
  return () => select.all().map(versionOf);
}

/** The version of this register that is searched, or null. */
export function activeRegisterVersion(db: Db, code: string): RegisterVersion | null {
  const row = db.prepare<[string], VersionRow>(`${SELECT_VERSIONS} WHERE v.code = ? AND v.active = 1`).get(code);
  return row ? versionOf(row) : null;
}

/** One version; throws `not_found`. */
export function getRegisterVersion(db: Db, id: string): RegisterVersion {
  const row = db.prepare<[string], VersionRow>(`${SELECT_VERSIONS} WHERE v.id = ?`).get(id);
  if (!row) throw new AppError('not_found', 'There is no version of a register with this id.');
  return versionOf(row);
}

/** Adds a version, which is not searched yet. To be called inside a transaction. */
export function insertRegisterVersion(db: Db, version: Omit<RegisterVersion, 'active' | 'ageDaysMax'>): void {
  // A version of this content whose file was lost is made anew.
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

/** Makes a version the one of its register that is searched. To be called inside a transaction. */
export function setActiveVersion(db: Db, { id, code }: Pick<RegisterVersion, 'id' | 'code'>): void {
  deactivateRegister(db, code);
  db.prepare('UPDATE register_versions SET active = 1 WHERE id = ?').run(id);
}

/** No version of this register is searched any more. All of them stay. */
export function deactivateRegister(db: Db, code: string): void {
  db.prepare('UPDATE register_versions SET active = 0 WHERE code = ? AND active = 1').run(code);
}

/** Names a register, which is made where there is none. */
export function setRegisterName(db: Db, code: string, name: string): void {
  db.prepare(
    'INSERT INTO registers (code, name) VALUES (@code, @name) ON CONFLICT (code) DO UPDATE SET name = @name',
  ).run({ code, name });
}

/** Sets after how many days a register counts as stale, whichever version is active; null: the appliance's limit. */
export function setRegisterAgeLimit(db: Db, code: string, ageDaysMax: number | null): void {
  const { changes } = db.prepare('UPDATE registers SET age_days_max = ? WHERE code = ?').run(ageDaysMax, code);
  if (changes === 0) throw new AppError('not_found', 'There is no register with this code.');
}

/** Notes what an import of a content that is there already says of it: its day of publication or else that it came again. */
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

/** Deletes the rows of a register's oldest versions beyond `LIMITS.registerVersionsKept`; never the active one's. Gives their ids. */
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

function versionOf(row: VersionRow): RegisterVersion {
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
    companies: row.companies,
    owners: row.owners,
    completeFor: JSON.parse(row.complete_for),
    countries: JSON.parse(row.countries),
    skipped: JSON.parse(row.skipped),
    active: row.active === 1,
    ageDaysMax: row.age_days_max,
  };
}
