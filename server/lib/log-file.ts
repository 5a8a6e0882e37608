import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The log has at most two files of this size: the current and the previous one. */
const LOG_BYTES_MAX = 16 * 1024 * 1024;

/**
 * Returns a function that writes lines to a file. At the size limit the file replaces the previous one. It never throws once open: a full disk must
 * not stop the work that is logged. Later the log shows how many lines could not be written.
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
