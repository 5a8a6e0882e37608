import {
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { syncFolderNow } from '../lib/durable.ts';
import { AppError } from '../lib/errors.ts';
import type { ArchiveHeader } from './format.ts';
import { peekHeader } from './read-archive.ts';

type Kind = ArchiveHeader['kind'];

/** An archive of this appliance in a folder. */
export interface StoredArchive {
  id: string;
  path: string;
  createdAt: string;
  sizeBytes: number;
  header: ArchiveHeader;
}

const UNFINISHED = '.part';
const SIGNER_DIGITS = 8;

/** Returns the name of an archive. It includes the appliance, because several appliances may share a folder. Ids sort by time, and so do names. */
export function archiveName(kind: Kind, signer: string, id: string): string {
  return `custos-${signer.slice(0, SIGNER_DIGITS)}-${kind}-${id}.backup`;
}

export const unfinishedName = (path: string): string => `${path}${UNFINISHED}`;

/** Returns the archives of one kind that this appliance has in a folder, newest first. Throws `backup_failed` if there is no such folder. */
export function listArchives(folder: string, kind: Kind, signer: string): StoredArchive[] {
  const start = archiveName(kind, signer, '').replace('.backup', '');
  return namesIn(folder)
    .filter((name) => name.startsWith(start) && name.endsWith('.backup'))
    .sort()
    .reverse()
    .flatMap((name) => {
      const path = join(folder, name);
      const found = peekHeader(path);
      if (found?.header.kind !== kind || found.header.signer !== signer) return [];
      const { header, sizeBytes } = found;
      return [{ id: header.id, path, createdAt: header.createdAt, sizeBytes, header }];
    });
}

/** Creates the folder if it is missing, and removes unfinished files that an ended process left there. */
export function prepareFolder(folder: string, signer: string): void {
  try {
    makeFolder(resolve(folder));
  } catch (cause) {
    throw unusable(folder, cause);
  }
  const start = `custos-${signer.slice(0, SIGNER_DIGITS)}-`;
  for (const name of namesIn(folder)) {
    if (name.startsWith(start) && name.endsWith(UNFINISHED)) rmSync(join(folder, name), { force: true });
  }
}

/** Creates one level at a time: Node's `recursive` never returns if the system reports ENOENT although the parent exists, as in /proc. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

/** Returns whether `path` is `folder` or lies in it, following links. Neither needs to exist yet. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(realPath(folder), realPath(path));
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/**
 * Returns why a folder cannot be used, as the end of a sentence; null if it exists (it is created if missing) and is writable.
 * @param dataDir the folder must be separate from this one
 * @param mayHold if not null, the folder may hold nothing but these: nobody may use the inbox to read files from elsewhere
 */
export function folderFault(
  path: string,
  { dataDir, mayHold }: { dataDir: string; mayHold: readonly string[] | null },
): string | null {
  if (!isAbsolute(path)) return 'must be an absolute path that starts at the root';
  if (isWithin(dataDir, path) || isWithin(path, dataDir)) return 'must be a folder outside the data folder';
  const probe = join(path, `.custos-${process.pid}-probe`);
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    writeFileSync(probe, '', { flag: 'wx' });
    rmSync(probe);
    const found = mayHold === null ? [] : readdirSync(path).filter((name) => !mayHold.includes(name));
    return found.length === 0 ? null : 'must be an empty folder, because every file in it is imported as a list';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return `is a folder that cannot be created or written to (${code}); give this user write access, or choose another folder`;
  }
}

function realPath(path: string): string {
  const whole = resolve(path);
  if (existsSync(whole)) return realpathSync(whole);
  return whole === dirname(whole) ? whole : join(realPath(dirname(whole)), relative(dirname(whole), whole));
}

/** Renames a finished file, which is on disk, to its final name. Replaces a file of that name. */
export function finishArchive(folder: string, path: string): void {
  renameSync(unfinishedName(path), path);
  syncFolderNow(folder);
}

/** Removes all but the newest archives of one kind. Returns how many it removed. */
export function removeOldest(folder: string, kind: Kind, signer: string, kept: number): number {
  const old = listArchives(folder, kind, signer).slice(kept);
  for (const { path } of old) rmSync(path, { force: true });
  return old.length;
}

export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (cause) {
    throw unusable(folder, cause);
  }
}

function unusable(folder: string, cause: unknown): AppError {
  const { code } = cause as NodeJS.ErrnoException;
  return new AppError(
    'backup_failed',
    `The backup folder ${folder} cannot be used (${code}). Check its path, permissions and disk.`,
    cause,
  );
}
