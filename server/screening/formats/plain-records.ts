import { type ListFile, rowError } from '../../datasets/file.ts';
import { LIMITS } from '../../lib/limits.ts';
import type { ListEntry } from '../types.ts';
import { countOrphan, type ImportJob } from './format.ts';
import { key, MEDIA_COLUMNS, type PlainColumn } from './plain-columns.ts';
import { makePlainEntry, type PlainRecord } from './plain-entry.ts';

export interface LinedRecord {
  record: PlainRecord;
  line: number;
}

/** Returns the index of each column, by its heading in small letters. */
export function headerOf(fields: readonly string[]): Map<string, number> {
  return new Map(fields.map((field, index) => [key(field), index]));
}

/** Yields the entries of records. Throws `list_invalid` for an id that is in the file twice, and for too many entries. */
export async function* makeEntries(
  file: ListFile,
  records: AsyncIterable<LinedRecord>,
  job: ImportJob,
): AsyncGenerator<ListEntry> {
  let entries = 0;
  const ids = new Set<string>();
  for await (const { record, line } of records) {
    if (entries >= LIMITS.listEntriesMax) throw rowError(file, line, 'the list has too many entries.');
    const entry = makePlainEntry(record);
    job.onRow();
    if (!entry) {
      countOrphan(job.reading, 'no_name');
      continue;
    }
    if (entry.sourceId !== null && ids.has(entry.sourceId)) {
      throw rowError(file, line, 'the id appears in the file twice.');
    }
    if (entry.sourceId !== null) ids.add(entry.sourceId);
    entries += 1;
    yield entry;
  }
}

/** Columns of one value, in which the separator is an ordinary character. */
const SINGLE = new Set<PlainColumn>(['id', 'name', 'type', 'listed_at', 'remarks', ...MEDIA_COLUMNS]);

/** Returns the values in a column. */
export function splitValues(column: PlainColumn, text: string, separator: string): string[] {
  const parts = SINGLE.has(column) ? [text] : text.split(separator);
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}
