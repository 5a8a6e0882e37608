import { closeSync, fchmodSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Syncs a folder: a new or moved file is durable only once its folder is (POSIX). Windows has no such call and needs none. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using folder = await open(path, 'r');
  await folder.sync();
}

/** Does the same synchronously, at start, before anything else runs. */
export function syncFolderNow(path: string): void {
  if (process.platform !== 'win32') withFile(path, 'r', fsyncSync);
}

/** Opens a file, passes it to `work`, and closes it at the end. `mode` applies to a new file. */
export function withFile<T>(path: string, flags: string, work: (file: number) => T, mode = 0o600): T {
  const file = openSync(path, flags, mode);
  try {
    return work(file);
  } finally {
    closeSync(file);
  }
}

/** Flushes to disk what was written to a file by other means. */
export function syncFile(path: string): void {
  withFile(path, 'r+', fsyncSync);
}

/** A single write may write less, on a nearly full disk. */
export function writeAll(file: number, bytes: Uint8Array): void {
  for (let from = 0; from < bytes.length; ) from += writeSync(file, bytes, from);
}

/** Creates a file, which must not exist yet, and flushes it to disk; its name is durable once its folder is synced. */
export function writeNew(path: string, pieces: Iterable<Uint8Array>, mode = 0o600): void {
  withFile(
    path,
    'wx',
    (file) => {
      for (const piece of pieces) writeAll(file, piece);
      // Undoes the umask: another user than the writer may need to read it.
      fchmodSync(file, mode);
      fsyncSync(file);
    },
    mode,
  );
}

/** Returns the name of a file until it is complete. */
export const unfinishedFile = (path: string): string => `${path}.new`;

/** Replaces a file so that the old or the new one exists at every moment, and flushes it to disk; see `writeNew`. */
export function replaceFile(path: string, pieces: Iterable<Uint8Array>, mode = 0o600): void {
  const unfinished = unfinishedFile(path);
  rmSync(unfinished, { force: true });
  writeNew(unfinished, pieces, mode);
  renameSync(unfinished, path);
}

/** Writes a file so that the old or the new one exists at every moment, and survives a power failure. Creates its folder. */
export function writeDurably(path: string, content: string | Uint8Array, mode = 0o600): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  replaceFile(path, [typeof content === 'string' ? Buffer.from(content) : content], mode);
  syncFolderNow(dirname(path));
}
