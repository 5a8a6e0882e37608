import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Files of the shell are its person's own. */
const OWN_FILE = 0o600;

/**
 * Writes `text` so that either the former file or the whole new one is there, whatever happens meanwhile: temporary file, fsync, rename,
 * fsync of the folder (which Windows does not know).
 *
 * Throws what the file system does.
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

/** What a file holds; null if there is none, or none that can be read. */
export function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** What a file of JSON holds; undefined likewise. */
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
