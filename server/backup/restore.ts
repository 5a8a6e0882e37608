import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BaseDeps } from '../audit/deps.ts';
import { FIRST_LINK } from '../audit/entries.ts';
import { readHead, writeHead } from '../audit/head.ts';
import { createAudit } from '../audit/log.ts';
import { MIGRATIONS } from '../db/migrations/all.ts';
import { type Db, openDatabase } from '../db/open.ts';
import { transact } from '../db/transact.ts';
import { switchOffLan } from '../lan/store.ts';
import { atEnd } from '../lib/at-end.ts';
import { isoTime } from '../lib/clock.ts';
import { syncFolderNow, writeAll, writeNew } from '../lib/durable.ts';
import { AppError, conflict } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { type KeyStore, openKeyStore } from '../vault/key-store.ts';
import { readKeyFile, writeKeyFile } from '../vault/master-key.ts';
import { createVault } from '../vault/vault.ts';
import { type ArchiveEnd, DATABASE, KEYS } from './content.ts';
import { freeBytes } from './folder.ts';
import { dataKeyOf, type KeysFrom, type OpenKeys, openKeys } from './open-keys.ts';
import { type Proof, proveRestored } from './prove.ts';
import { type EntrySink, openArchive } from './read-archive.ts';
import { readData } from './read-data.ts';
import { UNFINISHED_MARK } from './unfinished.ts';
import { noteUnproven } from './unproven.ts';
import type { BackupProgress } from './write-data.ts';

export interface RestoreOrder {
  path: string;
  /** Empty, or does not exist yet. */
  folder: string;
  keysFrom: KeysFrom;
  /** Where to write the master key from a key archive; this machine's own master key stays where it is. */
  keyFile: string;
}

export interface Restored {
  id: string;
  createdAt: string;
  proofs: Proof[];
  /** Whether every proof holds. If not, the folder is marked as unfinished. */
  ok: boolean;
  /** Records that were erased since the backup and stay erased. */
  erased: number;
  /** Audit log entries after the backup that the keys know of. */
  lostEntries: number;
  leftOut: ArchiveEnd['leftOut'];
  /** Where the master key was written; null: nowhere. */
  keyFile: string | null;
  /** The appliance that made the backup, and what vouches for that. */
  signer: OpenKeys['signer'];
}

export interface RestoreDeps extends Pick<BaseDeps, 'clock' | 'newId'> {
  onProgress?(progress: BackupProgress): void;
}

/**
 * Restores a backup into a data folder and proves it. A folder that was not finished carries a mark, and every start
 * refuses it. Throws `state_conflict` if the folder is not empty or another master key is in the way, `disk_full` if
 * the disk has too little room, `backup_invalid`, `recovery_key_wrong`, `master_key_missing`, `folder_newer`.
 */
export async function restoreBackup(order: RestoreOrder, deps: RestoreDeps): Promise<Restored> {
  const archive = openArchive(order.path);
  using _archive = atEnd(() => archive.close());
  const { content, store, signer } = openKeys(order.keysFrom);
  using _store = atEnd(() => store.close());
  const key = dataKeyOf(archive, store);
  if (order.keysFrom.kind === 'archive') refuseOtherKeyFile(order.keyFile, store.masterKey);
  refuseFilled(order.folder);
  beginFolder(order.folder);
  const unpacked = unpack(order, archive.sizeBytes, { store, onProgress: deps.onProgress }, (visitor) =>
    readData(archive, key, visitor),
  );
  writeNew(join(order.folder, KEYS), [content]);
  const { id, createdAt } = archive.header;
  const restored = { ...unpacked, id, masterKey: store.masterKey, signer };
  return { id, createdAt, signer, ...(await finish(order, deps, restored)) };
}

function refuseFilled(folder: string): void {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw conflict(`The folder ${folder} cannot be read. Choose an empty folder.`, error);
  }
  if (names.length > 0) throw conflict(`The folder ${folder} is not empty. Choose an empty folder.`);
}

function refuseOtherKeyFile(path: string, masterKey: Buffer): void {
  const there = readKeyFile(path);
  if (there === null || there.equals(masterKey)) return;
  const detail = `${path} contains a different master key. Give another path for this one with --master-key-file.`;
  throw conflict(detail);
}

function beginFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeNew(join(folder, UNFINISHED_MARK), []);
  syncFolderNow(folder);
}

interface Unpacked {
  end: ArchiveEnd;
  registers: Map<string, string>;
}

function unpack(
  { folder }: RestoreOrder,
  totalBytes: number,
  { store, onProgress }: { store: KeyStore; onProgress: RestoreDeps['onProgress'] },
  read: (visitor: Parameters<typeof readData>[2]) => { end: ArchiveEnd },
): Unpacked {
  const keyed = new Set(store.dataKeyIds());
  const registers = new Map<string, string>();
  const folders = new Set<string>();
  let doneBytes = 0;
  const { end } = read({
    begin({ form, contentBytes }) {
      if (form > MIGRATIONS.length) {
        throw new AppError(
          'folder_newer',
          'The backup was made by a newer version. Install that version, then restore.',
        );
      }
      const free = freeBytes(folder);
      if (free < contentBytes + LIMITS.diskFreeBytesMin) {
        const detail = `The disk of ${folder} has ${free} bytes free, and the backup needs ${contentBytes + LIMITS.diskFreeBytesMin}. Choose a folder on a larger disk.`;
        throw new AppError('disk_full', detail);
      }
    },
    entry({ name, size }, what) {
      doneBytes += size;
      onProgress?.({ doneBytes, totalBytes });
      // No key opens it any more.
      if (what.kind === 'file' && !keyed.has(what.verificationId)) return null;
      const path = join(folder, name);
      folders.add(dirname(path));
      return fileSink(path, (sha256) => {
        if (what.kind === 'register') registers.set(name, sha256.toString('hex'));
      });
    },
  });
  for (const path of [...folders, join(folder, 'files'), join(folder, 'registers')]) {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    syncFolderNow(path);
  }
  return { end, registers };
}

function fileSink(path: string, done: (sha256: Buffer) => void): EntrySink {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const file = openSync(path, 'wx', 0o600);
  return {
    write: (bytes) => writeAll(file, bytes),
    end(sha256) {
      fsyncSync(file);
      closeSync(file);
      done(sha256);
    },
  };
}

async function finish(
  { folder, keysFrom, keyFile }: RestoreOrder,
  { clock, newId }: RestoreDeps,
  { end, registers, id, masterKey, signer }: Unpacked & { id: string; masterKey: Buffer; signer: OpenKeys['signer'] },
): Promise<Omit<Restored, 'id' | 'createdAt' | 'signer'>> {
  const keys = openKeyStore(join(folder, KEYS), { kind: 'key', key: masterKey });
  const db = openDatabase(join(folder, DATABASE));
  using _keys = atEnd(() => keys.close());
  using _db = atEnd(() => db.close());
  const lostEntries = endLogWithBackup(keys, end);
  const vault = createVault({ folder, keys, newId });
  const { proofs, erased } = await proveRestored({ folder, db, keys, vault, end, registers });
  const ok = proofs.every(({ problems }) => problems.length === 0);
  const told = { proofs, ok, erased: erased.length, lostEntries, leftOut: end.leftOut };
  if (!ok) return { ...told, keyFile: null };
  bringIntoStep(db, end);
  switchOffLan(keys);
  const audit = createAudit({ db, keys, clock });
  const details = {
    entries_lost: lostEntries,
    erased: erased.length,
    left_out: end.leftOut.length,
    signer: signer.fingerprint,
    signer_named_by: signer.namedBy,
  };
  if (signer.namedBy === 'order') noteUnproven(keys.db, { signer: signer.fingerprint, at: isoTime(clock.now()) });
  transact(db, () => audit.append({ actor: 'cli', action: 'backup.restored', subjectId: id, details }));
  audit.close();
  const isNewHere = keysFrom.kind === 'archive';
  if (isNewHere && readKeyFile(keyFile) === null) writeKeyFile(keyFile, masterKey);
  endFolder(folder, db, keys.db);
  return { ...told, keyFile: isNewHere ? keyFile : null };
}

/**
 * The keys may be newer than the backup and remember a longer log. From here on, the log ends where the backup ends;
 * the restore reports how many entries came later and writes that into the log. Returns how many.
 */
function endLogWithBackup(keys: KeyStore, { audit }: ArchiveEnd): number {
  const head = readHead(keys);
  // The proof of the log reports a changed one.
  if (head === null || head === 'changed' || head.count <= audit.count) return 0;
  transact(keys.db, () => {
    keys.db.prepare('DELETE FROM audit_checkpoints WHERE count > ?').run(audit.count);
    const link = audit.count === 0 ? FIRST_LINK : Buffer.from(audit.link, 'hex');
    writeHead(keys, { count: audit.count, link });
  });
  return head.count - audit.count;
}

/** Ends all sessions, stops the line for the hub, and deactivates every register whose file was not in the backup. */
function bringIntoStep(db: Db, { leftOut }: ArchiveEnd): void {
  const absent = leftOut.flatMap(({ name }) => /^registers\/(.*)\.db$/.exec(name)?.[1] ?? []);
  transact(db, () => {
    const isThere = db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'sessions'").get();
    if (isThere) db.prepare('DELETE FROM sessions').run();
    markUplink(db);
    const deactivate = db.prepare('UPDATE register_versions SET active = 0 WHERE id = ?');
    for (const id of absent) deactivate.run(id);
  });
}

/** The hub may have later entries of the restored line, so nothing is sent on it any more. */
function markUplink(db: Db): void {
  const isThere = db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'uplink'").get();
  if (!isThere) return;
  db.exec(
    "UPDATE uplink SET stopped = 'restored' WHERE stopped IS NULL; UPDATE uplink_parcels SET sha256 = NULL, size_bytes = 0",
  );
}

/** Writes the write-ahead logs into the database files, and only then removes the mark. */
function endFolder(folder: string, ...dbs: Db[]): void {
  for (const db of dbs) db.pragma('wal_checkpoint(TRUNCATE)');
  syncFolderNow(folder);
  rmSync(join(folder, UNFINISHED_MARK));
  syncFolderNow(folder);
}
