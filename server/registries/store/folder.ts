import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { syncFolderNow } from '../../lib/durable.ts';

const EXTENSION = '.db';
/** The suffix of a version that is not yet complete. */
const UNFINISHED = '.part';

/** Returns the path of a version's file. */
export function versionPath(folder: string, id: string): string {
  return join(folder, `${id}${EXTENSION}`);
}

/** Returns the path where it is built. */
export function unfinishedPath(folder: string, id: string): string {
  return join(folder, `${id}${UNFINISHED}`);
}

export function hasVersion(folder: string, id: string): boolean {
  return existsSync(versionPath(folder, id));
}

/** Gives a finished file, already flushed to disk, its final name. */
export function finishVersion(folder: string, id: string): void {
  renameSync(unfinishedPath(folder, id), versionPath(folder, id));
  syncFolderNow(folder);
}

/** Removes everything of a version, complete or not. */
export function removeVersion(folder: string, id: string): void {
  rmSync(versionPath(folder, id), { force: true });
  rmSync(unfinishedPath(folder, id), { force: true });
}

/** Creates the folder, and removes from it what belongs to none of these versions: what interrupted imports left. */
export function clearFolder(folder: string, ids: readonly string[]): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const kept = new Set(ids.map((id) => `${id}${EXTENSION}`));
  for (const name of readdirSync(folder)) {
    if (!kept.has(name)) rmSync(join(folder, name), { recursive: true, force: true });
  }
}
