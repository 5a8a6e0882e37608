import {
  chmodSync,
  closeSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { atEnd } from '../lib/at-end.ts';
import { syncFolderNow, writeAll } from '../lib/durable.ts';
import { AppError } from '../lib/errors.ts';
import { LIMITS } from '../lib/limits.ts';
import { versionFolder, versionsIn } from './home.ts';
import { type PackedFile, type ProgramTree, treeEntry } from './manifest.ts';
import type { OpenPack } from './read-pack.ts';

/** The prefix of folders in `versions/` that are not complete yet. */
const UNFINISHED = '.incoming-';

/**
 * Writes a tree of the package to `versions/<version>`, whole or not at all: every file is on disk before the folder gets its name. Throws
 * `disk_full` if there is too little room, and `update_invalid` if the package changed since it was verified.
 */
export async function unpackTree(pack: OpenPack, tree: ProgramTree, home: string, version: string): Promise<void> {
  const folder = join(versionsIn(home), `${UNFINISHED}${pack.manifest.id}`);
  const bytes = tree.files.reduce((sum, { size }) => sum + size, 0);
  refuseWithoutRoom(home, bytes);
  try {
    const folders = new Set([folder]);
    mkdirSync(folder, { recursive: true });
    for (const file of tree.files) {
      const path = join(folder, ...file.path.split('/'));
      for (let each = dirname(path); each !== folder; each = dirname(each)) folders.add(each);
      mkdirSync(dirname(path), { recursive: true });
      await writeFile(
        pack,
        { entry: treeEntry(tree, file.path), size: file.size, sha256: file.sha256 },
        path,
        file.mode,
      );
    }
    for (const each of folders) {
      // As for the files: the service needs access.
      chmodSync(each, 0o755);
      syncFolderNow(each);
    }
    rmSync(versionFolder(home, version), { recursive: true, force: true });
    renameSync(folder, versionFolder(home, version));
    syncFolderNow(versionsIn(home));
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

function refuseWithoutRoom(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder);
  const needed = bytes + LIMITS.diskFreeBytesMin;
  if (bavail * bsize >= needed) return;
  throw new AppError(
    'disk_full',
    `The new version needs ${needed} bytes on the disk of ${folder}, and ${bavail * bsize} are free. Free ${needed - bavail * bsize} bytes there, then apply the update again. Nothing was changed.`,
  );
}

/** Writes one file of a package and flushes it to disk. */
export async function writeFile(pack: OpenPack, file: PackedFile, path: string, mode: '644' | '755'): Promise<void> {
  const bits = Number.parseInt(mode, 8);
  const out = openSync(path, 'wx', bits);
  using _out = atEnd(() => closeSync(out));
  for await (const chunk of pack.read(file)) writeAll(out, chunk);
  // Undoes the umask: the service runs as a different user than the installer.
  fchmodSync(out, bits);
  fsyncSync(out);
}

/** Removes every version but these, and every incomplete one. */
export function removeVersions(home: string, kept: readonly string[]): void {
  for (const name of readdirSync(versionsIn(home))) {
    if (!kept.includes(name)) rmSync(join(versionsIn(home), name), { recursive: true, force: true });
  }
}
