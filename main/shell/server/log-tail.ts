import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { SERVER_LIMITS } from './limits.ts';

/** Returns the last lines of the server's log, which holds codes, ids and counts, no personal data. None if it cannot be read. */
export function readLogTail(path: string): string[] {
  const { logBytesMax, logLinesMax } = SERVER_LIMITS;
  try {
    const file = openSync(path, 'r');
    try {
      const { size } = fstatSync(file);
      const from = Math.max(0, size - logBytesMax);
      const bytes = Buffer.alloc(size - from);
      const read = readSync(file, bytes, 0, bytes.length, from);
      const lines = bytes.toString('utf8', 0, read).split('\n').filter(Boolean);
      // The first line may be incomplete.
      return lines.slice(from > 0 ? 1 : 0).slice(-logLinesMax);
    } finally {
      closeSync(file);
    }
  } catch {
    return [];
  }
}
