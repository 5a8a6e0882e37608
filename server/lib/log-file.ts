import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The log is kept twice at most: the file, and one older of this size. */
const LOG_BYTES_MAX = 16 * 1024 * 1024;

/** A writer of lines to a file that is put aside, over the former one, when it has grown to its limit. */
export function openLogFile(path: string): (line: string) => void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  let sizeBytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return (line) => {
    if (sizeBytes > LOG_BYTES_MAX) {
      renameSync(path, `${path}.1`);
      sizeBytes = 0;
    }
    appendFileSync(path, `${line}\n`, { mode: 0o600 });
    sizeBytes += Buffer.byteLength(line) + 1;
  };
}
