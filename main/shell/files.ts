import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Only the user may access the app's files. */
const OWN_FILE = 0o600;

/**
 * Writes `text` so that either the former file or the whole new one exists, whatever happens meanwhile: temporary file,
 * fsync, rename, fsync of the folder (not available on Windows).
 *
 * Throws the file system's errors.
 */
export function writeDurably(path: string, text: string, mode = OWN_FILE): void {
  const temporary = `${path}.new`;
  try {
    const file = openSync(temporary, 'w', mode);
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  if (process.platform !== 'win32') syncFolder(dirname(path));
}

/** Returns a file's content; null if there is none, or it cannot be read. */
export function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** Returns the content of a JSON file; undefined in the same cases. */
export function readJson(path: string): unknown {
  try {
    return JSON.parse(readText(path) ?? '');
  } catch {
    return undefined;
  }
}

function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
