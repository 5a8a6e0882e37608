import { type Fail, failAt, type ListFile } from '../../datasets/file.ts';
import type { TableRow } from '../../datasets/table.ts';
import { LIMITS } from '../../lib/limits.ts';
import type { ListEntry } from '../types.ts';
import { orderCountries, settleNames } from './fill.ts';
import { countOrphan, type ImportJob } from './format.ts';

/** How rows that belong together make an entry. */
export interface RowGroups {
  /** The value that the rows of one entry share. An empty one is refused. */
  idOf(row: TableRow): string;
  /** Returns an entry without a name (`newEntry(id, type, '')`) for the first row of a group. */
  begin(id: string, row: TableRow, fail: Fail): ListEntry;
  /** Adds what the row says, including names. */
  add(entry: ListEntry, row: TableRow, fail: Fail): void;
}

/**
 * Yields the entries of a table with several rows per entry, in the order of their first rows. Rows of one entry need not be adjacent, so the entries
 * are held until the file ends. Texts that every row repeats are held once. An entry without any name, which publishers do have, is left out and
 * counted (`no_name`). Throws `list_invalid` for a row without its number and for more than `LIMITS.listEntriesMax` entries.
 */
export async function* readGroups(
  file: ListFile,
  job: ImportJob,
  rows: AsyncIterable<TableRow>,
  groups: RowGroups,
): AsyncGenerator<ListEntry> {
  const known = new Map<string, ListEntry>();
  for await (const row of rows) {
    const fail = failAt(file, row.line);
    const id = groups.idOf(row);
    if (id === '') fail('the number of the entry is missing.');
    let entry = known.get(id);
    if (!entry) {
      if (known.size >= LIMITS.listEntriesMax) fail('the list has too many entries.');
      entry = groups.begin(id, row, fail);
      known.set(id, entry);
    }
    groups.add(entry, row, fail);
    job.onRow();
  }
  for (const entry of known.values()) {
    if (settleNames(entry)) yield orderCountries(entry);
    else countOrphan(job.reading, 'no_name');
  }
}
