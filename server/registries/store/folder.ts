import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { syncFolderNow } from '../../lib/durable.ts';

const EXTENSION = '.db';
/** What a version is named until it is whole. */
const UNFINISHED = '.part';

/** Where a version's file is. */
export function versionPath(folder: string, id: string): string {
  return join(folder, `${id}${EXTENSION}`);
}

/** Where it is built. */
export function unfinishedPath(folder: string, id: string): string {
  return join(folder, `${id}${UNFINISHED}`);
}

export function hasVersion(folder: string, id: string): boolean {
  return existsSync(versionPath(folder, id));
}

/** Gives a file that was built, and is on the disk, its name for good. */
export function finishVersion(folder: string, id: string): void {
  renameSync(unfinishedPath(folder, id), versionPath(folder, id));
  syncFolderNow(folder);
}

/** Removes what there is of a version, whole or not. */
export function removeVersion(folder: string, id: string): void {
  rmSync(versionPath(folder, id), { force: true });
  rmSync(unfinishedPath(folder, id), { force: true });
}

/** Makes the folder, and removes from it what belongs to none of these versions: what imports left that the process did not survive. */
export function clearFolder(folder: string, ids: readonly string[]): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const kept = new Set(ids.map((id) => `${id}${EXTENSION}`));
  for (const name of readdirSync(folder)) {
    if (!kept.has(name)) rmSync(join(folder, name), { recursive: true, force: true });
  }
}
