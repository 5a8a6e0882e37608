import { closeSync, fstatSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Db, openReadOnly } from '../db/open.ts';
import { atEnd } from '../lib/at-end.ts';
import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { type ArchiveEnd, type ArchiveStart, DATABASE, END, fileEntry, registerEntry, START } from './content.ts';
import { freeBytes } from './folder.ts';
import { hashTables } from './table-hashes.ts';
import { type ArchiveWriter, createArchive } from './write-archive.ts';

export interface DataOrder {
  kind: 'data';
  /** The file to create. */
  path: string;
  /** `encodeHeader` of its header. */
  header: Uint8Array;
  key: Uint8Array;
  dataDir: string;
  /** Whether to include the files of registers: they can be imported again. */
  registers: boolean;
}

export interface DataAnswer {
  /** The hash to sign. */
  digest: Uint8Array;
  sizeBytes: number;
  contentBytes: number;
  files: number;
  registers: number;
  leftOut: ArchiveEnd['leftOut'];
}

export interface BackupProgress {
  doneBytes: number;
  totalBytes: number;
}

/** In the data folder, because not everything in it is sealed; emptied at each start and after each backup. */
export const WORK_FOLDER = 'backup';
const SNAPSHOT = 'snapshot.db';
/** Sealing and headers make a file this much larger than its document. */
const FILE_EXTRA_BYTES = 64;

/**
 * Writes everything but the keys as of one moment, up to the signature. A copy of the main database fixes that moment
 * (`VACUUM INTO`, one read transaction on a separate connection, so the appliance can keep writing). Files never change
 * once a row names them, so the files that the copy names belong to it.
 */
export function writeData(order: DataOrder, onProgress: (progress: BackupProgress) => void): DataAnswer {
  const work = join(order.dataDir, WORK_FOLDER);
  const snapshotPath = join(work, SNAPSHOT);
  mkdirSync(work, { recursive: true, mode: 0o700 });
  rmSync(snapshotPath, { force: true });
  const live = openReadOnly(join(order.dataDir, DATABASE));
  using _work = atEnd(() => rmSync(work, { recursive: true, force: true }));
  using _live = atEnd(() => live.close());
  refuseFull(order.dataDir, statSync(join(order.dataDir, DATABASE)).size + LIMITS.diskFreeBytesMin);
  live.prepare('VACUUM INTO ?').run(snapshotPath);
  const snapshot = openReadOnly(snapshotPath);
  using _snapshot = atEnd(() => snapshot.close());
  return writeSnapshot(order, { live, snapshot, snapshotPath }, onProgress);
}

function writeSnapshot(
  order: DataOrder,
  { live, snapshot, snapshotPath }: { live: Db; snapshot: Db; snapshotPath: string },
  onProgress: (progress: BackupProgress) => void,
): DataAnswer {
  const documents = snapshot.prepare('SELECT id, verification_id, size_bytes FROM documents ORDER BY id').all() as {
    id: string;
    verification_id: string;
    size_bytes: number;
  }[];
  const versions = snapshot.prepare('SELECT id FROM register_versions ORDER BY seq').pluck().all() as string[];
  const registerPaths = versions.map((id) => ({ id, path: join(order.dataDir, registerEntry(id)) }));
  const totalBytes =
    statSync(snapshotPath).size +
    documents.reduce((sum, { size_bytes: size }) => sum + size + FILE_EXTRA_BYTES, 0) +
    (order.registers ? registerPaths.reduce((sum, { path }) => sum + sizeOf(path), 0) : 0);
  refuseFull(dirname(order.path), totalBytes);
  const archive = createArchive(order.path, Buffer.from(order.header), Buffer.from(order.key));
  const leftOut: ArchiveEnd['leftOut'] = [];
  let files = 0;
  let registers = 0;
  const report = (): void => onProgress({ doneBytes: archive.sizeBytes(), totalBytes });
  using _archive = atEnd(() => archive.close());
  const start: ArchiveStart = {
    form: snapshot.pragma('user_version', { simple: true }) as number,
    contentBytes: totalBytes,
  };
  archive.addBytes(START, Buffer.from(JSON.stringify(start)));
  addFile(archive, DATABASE, snapshotPath);
  report();
  const wasErased = erasedSince(live, order.dataDir);
  for (const { id, verification_id: owner } of documents) {
    const name = fileEntry(owner, id);
    if (addFile(archive, name, join(order.dataDir, name))) files += 1;
    else leftOut.push({ name, why: wasErased(id, owner) ? 'erased' : 'missing' });
    report();
  }
  for (const { id, path } of registerPaths) {
    const name = registerEntry(id);
    if (!order.registers) leftOut.push({ name, why: 'not_wanted' });
    else if (addFile(archive, name, path)) registers += 1;
    else leftOut.push({ name, why: isNamed(live, 'register_versions', id) ? 'missing' : 'erased' });
    report();
  }
  const end: ArchiveEnd = { tables: hashTables(snapshot), files, registers, audit: auditHead(snapshot), leftOut };
  archive.addBytes(END, Buffer.from(JSON.stringify(end)));
  const digest = archive.finish();
  return { digest, sizeBytes: archive.sizeBytes(), contentBytes: totalBytes, files, registers, leftOut };
}

/** Returns false if there is no such file. */
function addFile(archive: ArchiveWriter, name: string, path: string): boolean {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  using _file = atEnd(() => closeSync(file));
  archive.addFile(name, file, fstatSync(file).size);
  return true;
}

/** Returns whether a document without a file was erased or removed after the copy was made. */
function erasedSince(live: Db, dataDir: string): (documentId: string, verificationId: string) => boolean {
  return (documentId, verificationId) => {
    if (!isNamed(live, 'documents', documentId)) return true;
    const keys = openReadOnly(join(dataDir, 'keys.db'));
    using _keys = atEnd(() => keys.close());
    return keys.prepare('SELECT 1 FROM data_keys WHERE verification_id = ?').get(verificationId) === undefined;
  };
}

function isNamed(live: Db, table: 'documents' | 'register_versions', id: string): boolean {
  return live.prepare(`SELECT 1 FROM ${table} WHERE id = ?`).get(id) !== undefined;
}

function auditHead(snapshot: Db): ArchiveEnd['audit'] {
  const last = snapshot.prepare('SELECT seq, link FROM audit ORDER BY seq DESC LIMIT 1').get() as
    | { seq: number; link: Buffer }
    | undefined;
  return last ? { count: last.seq, link: last.link.toString('hex') } : { count: 0, link: '' };
}

function refuseFull(folder: string, neededBytes: number): void {
  const free = freeBytes(folder);
  if (free >= neededBytes) return;
  const detail = `${folder} has ${mebibytes(free)} MiB free, and the backup may need ${mebibytes(neededBytes)} MiB. Free some space, or choose another folder.`;
  throw new AppError('disk_full', detail);
}

const mebibytes = (bytes: number): number => Math.ceil(bytes / 2 ** 20);

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
