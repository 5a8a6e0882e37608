import { createHash } from 'node:crypto';
import { versionStore } from '../../datasets/versions.ts';
import type { Db } from '../../db/open.ts';
import { prepared } from '../../db/prepared.ts';
import { must } from '../../lib/assert.ts';
import { AppError } from '../../lib/errors.ts';
import { LIMITS } from '../../lib/limits.ts';
import { genuine } from '../../rows/guard.ts';
import type { TrustKind } from '../../vocabulary/trust-kinds.ts';
import type { TrustEntry, TrustItem, TrustVersion } from '../types.ts';

/** The versions of trust lists. */
export const trustStore = versionStore<TrustVersion>({
  noun: 'list',
  actions: 'trust_list',
  datasets: 'trust_lists',
  versions: 'trust_versions',
  columns: `v.seq, v.certificates, v.revocation_lists AS revocationLists, v.countries, v.skipped, v.rests_on AS restsOn,
    v.entries_hash AS entriesHash, v.activated_at AS activatedAtMs`,
  json: ['countries', 'skipped', 'restsOn'],
  ready: 'TRUE',
  missing: 'There is no version of a trust list with this id. List the trust lists to find it.',
  counts: ['certificates'],
});

export const {
  list: listTrustVersions,
  active: activeTrustVersions,
  activeOf: activeTrustVersion,
  get: getTrustVersion,
} = trustStore;

type NewVersion = Omit<
  TrustVersion,
  'seq' | 'active' | 'activatedAtMs' | 'ageDaysMax' | 'entriesHash' | 'certificates' | 'revocationLists' | 'countries'
>;

/** Adds a staged version with its entries. Call it inside a transaction. */
export function insertTrustVersion(db: Db, version: NewVersion, entries: readonly TrustEntry[]): void {
  const { name, ...row } = version;
  // What rests on it may have been confirmed since.
  db.prepare(
    `DELETE FROM trust_versions
     WHERE code = @code AND content_hash = @contentHash AND importer_version = @importerVersion AND activated_at IS NULL`,
  ).run({ code: version.code, contentHash: version.contentHash, importerVersion: version.importerVersion });
  nameTrustList(db, version.code, name);
  const own = entries.filter(({ role }) => role !== 'proof');
  const countries = [...new Set(own.flatMap(({ country }) => country ?? []))].sort();
  const { lastInsertRowid: seq } = db
    .prepare(
      `INSERT INTO trust_versions (id, code, format, importer_version, content_hash, file_hashes, published_at, imported_at, imported_by,
         certificates, revocation_lists, countries, skipped, rests_on, entries_hash, active)
       VALUES (@id, @code, @format, @importerVersion, @contentHash, @fileHashes, @publishedAt, @importedAtMs, @importedBy,
         @certificates, @revocationLists, @countries, @skipped, @restsOn, @entriesHash, 0)`,
    )
    .run({
      ...row,
      fileHashes: JSON.stringify(version.fileHashes),
      certificates: own.filter(({ role }) => role !== 'crl').length,
      revocationLists: own.filter(({ role }) => role === 'crl').length,
      countries: JSON.stringify(countries),
      skipped: JSON.stringify(version.skipped),
      restsOn: JSON.stringify(version.restsOn),
      entriesHash: hashEntries(entries),
    });
  for (const { role, docTypes, ...item } of entries) {
    insertItem(db, item);
    prepared(db, 'INSERT OR IGNORE INTO trust_entries (version, item, role, doc_types) VALUES (?, ?, ?, ?)').run(
      seq,
      item.sha256,
      role,
      docTypes && JSON.stringify(docTypes),
    );
  }
}

function insertItem(db: Db, item: TrustItem): void {
  prepared(
    db,
    `INSERT OR IGNORE INTO trust_items (sha256, der, country, subject, key_id, not_before, not_after)
     VALUES (@sha256, @der, @country, @subject, @keyId, @notBeforeMs, @notAfterMs)`,
  ).run({ ...item, der: Buffer.from(item.der) });
}

/** Names a list, and creates it if there is none. */
function nameTrustList(db: Db, code: string, name: string): void {
  db.prepare(
    'INSERT INTO trust_lists (code, name) VALUES (@code, @name) ON CONFLICT (code) DO UPDATE SET name = @name',
  ).run({ code, name });
}

/** An entry without its content. */
export type ListedEntry = Omit<TrustEntry, 'der'>;

type Row<T extends ListedEntry> = Omit<T, 'docTypes'> & { docTypes: string | null };

const entryOf = <T extends ListedEntry>(row: Row<T>): T =>
  ({ ...row, docTypes: row.docTypes && JSON.parse(row.docTypes) }) as T;

const LISTED = `i.sha256, e.role, e.doc_types AS docTypes, i.country, i.subject, i.key_id AS keyId, i.not_before AS notBeforeMs, i.not_after AS notAfterMs`;
const ENTRIES = 'FROM trust_entries e JOIN trust_items i ON i.sha256 = e.item WHERE e.version = ?';
const ORDER = "ORDER BY coalesce(i.country, '~'), i.subject, i.not_after DESC, i.sha256, e.role";

/** Returns the entries of a version by country, without their content. */
export function listEntries(db: Db, { seq }: Pick<TrustVersion, 'seq'>): ListedEntry[] {
  return (prepared(db, `SELECT ${LISTED} ${ENTRIES} ${ORDER}`).all(seq) as Row<ListedEntry>[]).map(entryOf);
}

/**
 * Returns the entries of a version with their content. Throws `row_refused` if anything of it was changed outside the appliance: the version's row
 * carries an authentication code, its row covers the entries, and each entry is named by the hash of its content.
 */
export function loadEntries(db: Db, { id, seq }: Pick<TrustVersion, 'id' | 'seq'>): TrustEntry[] {
  const row = prepared(db, 'SELECT * FROM trust_versions WHERE seq = ?').get(seq) as { entries_hash: string };
  genuine(db, 'trust_versions', row);
  const rows = prepared(db, `SELECT ${LISTED}, i.der ${ENTRIES} ${ORDER}`).all(seq) as Row<TrustEntry>[];
  const entries = rows.map((one) => entryOf<TrustEntry>(one));
  if (hashEntries(entries) !== row.entries_hash) throw changedOutside(`the trust list version ${id}`);
  return entries.map(unchanged);
}

/** Returns an item. Throws `row_refused` if its content is not what its fingerprint names. */
function unchanged<T extends TrustItem>(item: T): T {
  if (createHash('sha256').update(item.der).digest('hex') === item.sha256) return item;
  throw changedOutside(`certificate ${item.sha256}`);
}

function changedOutside(what: string): AppError {
  return new AppError(
    'row_refused',
    `Stored certificates (${what}) were changed outside the appliance and are not used. Import the trust list again.`,
  );
}

/** Returns a hash of which content a version holds, in which role, and for which documents. */
function hashEntries(entries: readonly Pick<TrustEntry, 'role' | 'sha256' | 'docTypes' | 'keyId'>[]): string {
  const lines = new Set(
    entries.map(({ docTypes, keyId, role, sha256 }) => JSON.stringify([role, sha256, keyId, docTypes])),
  );
  return createHash('sha256')
    .update([...lines].sort().join('\n'))
    .digest('hex');
}

/** Returns the fingerprints of the certificates that were confirmed for this kind of list, and that no one changed outside. */
export function confirmedAnchors(db: Db, kind: TrustKind): string[] {
  const rows = prepared(db, 'SELECT * FROM trust_anchors WHERE kind = ? ORDER BY item').all(kind) as { item: string }[];
  return rows.map((row) => genuine(db, 'trust_anchors', row).item);
}

/** Returns certificates by their fingerprints. All of them are stored. */
export function readItems(db: Db, fingerprints: readonly string[]): TrustItem[] {
  const select = prepared(
    db,
    `SELECT i.sha256, i.der, i.country, i.subject, i.key_id AS keyId, i.not_before AS notBeforeMs, i.not_after AS notAfterMs
     FROM trust_items i WHERE i.sha256 = ?`,
  );
  return fingerprints.map((sha256) => unchanged(must(select.get(sha256) as TrustItem | undefined, 'it is stored')));
}

/** Records that an administrator confirmed a certificate for this kind of list. */
export function confirmAnchor(db: Db, kind: TrustKind, sha256: string, actor: string, nowMs: number): void {
  db.prepare('INSERT OR IGNORE INTO trust_anchors (kind, item, confirmed_at, confirmed_by) VALUES (?, ?, ?, ?)').run(
    kind,
    sha256,
    nowMs,
    actor,
  );
}

/** Returns how many versions wait for their first activation. One that a later version overtook does not wait. */
export function countStaged(db: Db): number {
  return prepared(
    db,
    `SELECT count(*) FROM trust_versions v WHERE activated_at IS NULL
     AND NOT EXISTS (SELECT 1 FROM trust_versions later WHERE later.code = v.code AND later.seq > v.seq AND later.active = 1)`,
  )
    .pluck()
    .get() as number;
}

/**
 * Deletes the oldest versions of a list beyond `LIMITS.trustVersionsKept`, but never the active one and none that a record names. Then deletes the
 * content that no version holds and nobody confirmed.
 */
export function retireTrustVersions(db: Db, code: string, named: ReadonlySet<string>): void {
  const versions = listTrustVersions(db, code).toSorted((a, b) => Number(b.active) - Number(a.active));
  for (const { id, active } of versions.slice(LIMITS.trustVersionsKept)) {
    if (!active && !named.has(id)) db.prepare('DELETE FROM trust_versions WHERE id = ?').run(id);
  }
  db.exec(
    `DELETE FROM trust_items WHERE sha256 NOT IN (SELECT item FROM trust_entries) AND sha256 NOT IN (SELECT item FROM trust_anchors)`,
  );
}
