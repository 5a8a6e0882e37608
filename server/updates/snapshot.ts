import {
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { DATABASE, KEYS } from '../backup/content.ts';
import { freeBytes as freeBytesOf } from '../backup/folder.ts';
import { openDatabase } from '../db/open.ts';
import { emptyWal } from '../db/wal.ts';
import { syncFile, syncFolderNow, withFile, writeDurably } from '../lib/durable.ts';
import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';

/** In the data folder: both databases as they were, until it is known whether the change succeeds. */
export const SNAPSHOT = 'snapshot';
/** Marks the snapshot as complete, from the end of the copy until it is no longer needed. Without the mark the folder is ignored. */
const MARK = 'whole.json';
const NAMES = [DATABASE, KEYS] as const;

const markSchema = z.object({ files: z.record(z.enum(NAMES), z.int().optional()) });

const KEYS_WIPE_BYTES = 64 * 1024;

/** Returns whether there is a complete snapshot. */
export const hasSnapshot = (dataDir: string): boolean => existsSync(join(dataDir, SNAPSHOT, MARK));

/**
 * Copies both databases as they are. The caller holds the data folder and has neither of them open. Throws `disk_full`
 * if the disk has too little room, and `folder_in_use` if another process reads from them; nothing is left then.
 */
export function takeSnapshot(dataDir: string, freeBytes: (folder: string) => number = freeBytesOf): void {
  const folder = join(dataDir, SNAPSHOT);
  dropSnapshot(dataDir);
  const names = NAMES.filter((name) => existsSync(join(dataDir, name)));
  for (const name of names) writeBack(join(dataDir, name));
  const sizes = Object.fromEntries(names.map((name) => [name, statSync(join(dataDir, name)).size]));
  refuseWithoutRoom(
    dataDir,
    Object.values(sizes).reduce((sum, bytes) => sum + bytes, 0),
    freeBytes,
  );
  try {
    mkdirSync(folder, { mode: 0o700 });
    for (const name of names) copyDurably(join(dataDir, name), join(folder, name));
    syncFolderNow(dataDir);
    writeDurably(join(folder, MARK), JSON.stringify({ files: sizes }));
  } catch (error) {
    dropSnapshot(dataDir);
    throw error;
  }
}

/** The copy would lack what only the write-ahead log holds. */
function writeBack(path: string): void {
  const db = openDatabase(path);
  try {
    if (emptyWal(db)) return;
  } finally {
    db.close();
  }
  throw new AppError('folder_in_use', 'Another program is reading from the data folder. Stop it, then start again.');
}

function refuseWithoutRoom(dataDir: string, bytes: number, freeBytes: (folder: string) => number): void {
  const free = freeBytes(dataDir);
  const needed = bytes + LIMITS.diskFreeBytesMin;
  if (free >= needed) return;
  throw new AppError(
    'disk_full',
    `Before this version changes the databases, it copies them. The copy needs ${needed} bytes on the disk of ${dataDir}, and ${free} are free. Free ${needed - free} bytes there, then start again. Nothing was changed.`,
  );
}

/**
 * Restores both databases and drops the snapshot. The caller holds the data folder and has neither of them open. May
 * run again if the process ended midway. Returns false if there is no snapshot.
 */
export function giveBackSnapshot(dataDir: string): boolean {
  const folder = join(dataDir, SNAPSHOT);
  if (!hasSnapshot(dataDir)) {
    dropSnapshot(dataDir);
    return false;
  }
  const { files } = readMark(folder);
  for (const [name, bytes] of Object.entries(files)) {
    if (statSync(join(folder, name), { throwIfNoEntry: false })?.size !== bytes) throw damaged(folder);
  }
  for (const name of NAMES) {
    const path = join(dataDir, name);
    // The log of the changed database must never meet the restored one; and the restore needs the room.
    for (const changed of [`${path}-wal`, `${path}-shm`, path]) rmSync(changed, { force: true });
    syncFolderNow(dataDir);
    // A database that did not exist before is not restored.
    if (files[name] === undefined) continue;
    copyDurably(join(folder, name), `${path}.former`);
    renameSync(`${path}.former`, path);
  }
  syncFolderNow(dataDir);
  dropSnapshot(dataDir);
  return true;
}

/** Drops the copy, which is no longer needed: it can no longer be restored, and none of its keys remain. May run again. */
export function dropSnapshot(dataDir: string): void {
  const folder = join(dataDir, SNAPSHOT);
  if (!existsSync(folder)) return;
  rmSync(join(folder, MARK), { force: true });
  syncFolderNow(folder);
  wipe(join(folder, KEYS));
  rmSync(folder, { recursive: true, force: true });
  syncFolderNow(dataDir);
}

function readMark(folder: string): z.output<typeof markSchema> {
  try {
    return markSchema.parse(JSON.parse(readFileSync(join(folder, MARK), 'utf8')));
  } catch (cause) {
    throw damaged(folder, cause);
  }
}

const damaged = (folder: string, cause?: unknown): AppError =>
  new AppError(
    'invalid_configuration',
    `An update was changing the databases, and their copy in ${folder} is damaged. Restore the last backup, or move that folder away to continue with the current databases.`,
    cause,
  );

function copyDurably(from: string, to: string): void {
  rmSync(to, { force: true });
  copyFileSync(from, to);
  syncFile(to);
}

/** Overwrites the wrapped keys of records that may be erased later, as the database does with its own deleted data. */
function wipe(path: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (size === undefined) return;
  const zeros = Buffer.alloc(KEYS_WIPE_BYTES);
  withFile(path, 'r+', (file) => {
    for (let at = 0; at < size; at += zeros.length) writeSync(file, zeros, 0, Math.min(zeros.length, size - at), at);
    fsyncSync(file);
  });
}
