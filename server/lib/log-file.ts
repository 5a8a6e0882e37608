import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The log is kept twice at most: the file, and one older of this size. */
const LOG_BYTES_MAX = 16 * 1024 * 1024;

/**
 * A writer of lines to a file that is put aside, over the former one, when it has grown to its limit. It never throws
 * once open: a full disk must not end what is logged about. Lines that could not be written are counted in the log later.
 */
export function openLogFile(path: string): (line: string) => void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  let sizeBytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  let linesLost = 0;
  const append = (text: string): void => {
    if (sizeBytes > LOG_BYTES_MAX) {
      renameSync(path, `${path}.1`);
      sizeBytes = 0;
    }
    appendFileSync(path, text, { mode: 0o600 });
    sizeBytes += Buffer.byteLength(text);
  };
  return (line) => {
    const lost = linesLost === 0 ? '' : `${JSON.stringify({ event: 'log.lines_lost', count: linesLost })}\n`;
    try {
      append(`${lost}${line}\n`);
      linesLost = 0;
    } catch {
      linesLost += 1;
    }
  };
}
