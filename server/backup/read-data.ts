import { must } from '../lib/assert.ts';
import {
  type ArchiveEnd,
  type ArchiveStart,
  DATABASE,
  END,
  endSchema,
  readEntryName,
  START,
  startSchema,
} from './content.ts';
import { type ArchiveEntry, collect, type EntrySink, invalid, type OpenArchive } from './read-archive.ts';

export interface DataVisitor {
  /** Called before anything else. */
  begin?(start: ArchiveStart): void;
  entry(entry: ArchiveEntry, what: NonNullable<ReturnType<typeof readEntryName>>): EntrySink | null;
}

/** Reads a data archive and returns the entry at its end. Throws `backup_invalid` if it is not complete. */
export function readData(
  archive: OpenArchive,
  key: Buffer,
  visitor: DataVisitor,
): { start: ArchiveStart; end: ArchiveEnd } {
  let start: ArchiveStart | null = null;
  let end: ArchiveEnd | null = null;
  let databases = 0;
  archive.readEntries(key, (entry) => {
    if (end) throw invalid('The backup contains data after its end. Use another backup.');
    if (entry.name === START && !start) {
      return collect((bytes) => {
        start = startSchema.parse(JSON.parse(bytes.toString('utf8')));
        visitor.begin?.(start);
      });
    }
    if (!start) throw invalid('The file does not begin like a backup. Use another file.');
    if (entry.name === END) {
      return collect((bytes) => {
        end = endSchema.parse(JSON.parse(bytes.toString('utf8')));
      });
    }
    const what = readEntryName(entry.name);
    if (!what) throw invalid('The backup contains a file that does not belong in it. Use another backup.');
    if (entry.name === DATABASE) databases += 1;
    return visitor.entry(entry, what);
  });
  if (!end || databases !== 1)
    throw invalid('The backup is not complete: its end or its database is missing. Use another backup.');
  return { start: must<ArchiveStart>(start, 'what has an end has begun'), end };
}
