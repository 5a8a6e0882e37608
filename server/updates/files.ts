import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { syncFolderNow } from '../vault/durable.ts';

/** Writes a small file so that it is the old or the new one at every moment, and outlasts a loss of power. */
export function writeDurably(path: string, content: string | Uint8Array, mode = 0o600): void {
  const unfinished = `${path}.new`;
  rmSync(unfinished, { force: true });
  const file = openSync(unfinished, 'wx', mode);
  try {
    writeFileSync(file, content);
    // Whatever the umask takes away: `current` is read by another user than the one who writes it.
    fchmodSync(file, mode);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(unfinished, path);
  syncFolderNow(dirname(path));
}
