import { LIMITS } from '../../lib/limits.ts';
import type { ListEntry } from '../types.ts';
import { settleNames } from './fill.ts';
import { countOrphan, type ImportJob, type ListFile, rowError } from './format.ts';
import type { CsvRow } from './rows.ts';

/** One row under a header. */
export interface TableRow {
  line: number;
  /** The value in the column of that key (`columnKey`); empty where there is no such column. */
  value(column: string): string;
}

/** A column's heading without capitals, spaces and signs: `Nationality(/ies)` is `nationalityies`. */
export function columnKey(heading: string): string {
  return heading.toLowerCase().replace(/[^\p{Letter}\p{Number}]+/gu, '');
}

/** Whether a row is a header that has all of these columns. */
export function hasColumns(fields: readonly string[], columns: readonly string[]): boolean {
  const keys = new Set(fields.map(columnKey));
  return columns.every((column) => keys.has(column));
}

export interface TableOptions {
  /** The columns by which the header is known. */
  columns: readonly string[];
  /** Takes a row above the header. */
  onPreamble?(fields: readonly string[]): void;
  /** Whether empty fields at a row's end may be left out. */
  padded?: boolean;
}

/** The rows under the header. Throws `list_invalid` where there is no header, or a row has another number of fields. */
export async function* readTable(
  file: ListFile,
  rows: AsyncIterable<CsvRow>,
  options: TableOptions,
): AsyncGenerator<TableRow> {
  let header: Map<string, number> | null = null;
  let width = 0;
  for await (const { fields, line } of rows) {
    if (header) {
      if (options.padded ? fields.length > width : fields.length !== width) {
        throw rowError(file, line, `${width} columns are needed, and there are ${fields.length}.`);
      }
      const columns = header;
      yield { line, value: (column) => fields[columns.get(column) ?? -1]?.trim() ?? '' };
    } else if (hasColumns(fields, options.columns)) {
      header = new Map(fields.map((field, index) => [columnKey(field), index]));
      width = fields.length;
    } else {
      options.onPreamble?.(fields);
    }
  }
  if (!header) throw rowError(file, 1, `no header with the columns ${options.columns.join(', ')} was found.`);
}

/** How rows that belong together make an entry. */
export interface RowGroups {
  /** What the rows of one entry share; empty is refused. */
  idOf(row: TableRow): string;
  /** An entry without a name (`newEntry(id, type, '')`) for the first row of a group. */
  begin(id: string, row: TableRow, fail: (reason: string) => never): ListEntry;
  /** Adds what the row tells, names among it. */
  add(entry: ListEntry, row: TableRow, fail: (reason: string) => never): void;
}

/**
 * The entries of a table with several rows for each, in the order of their first rows. Rows of one entry need not stand
 * together, so the entries are held until the file ends; texts that every row repeats are held once. An entry without
 * any name, which publishers do have, is left out and counted (`no_name`). Throws `list_invalid` for a row without its
 * number and for more than `LIMITS.listEntriesMax` entries.
 */
export async function* readGroups(
  file: ListFile,
  job: ImportJob,
  rows: AsyncIterable<TableRow>,
  groups: RowGroups,
): AsyncGenerator<ListEntry> {
  const known = new Map<string, ListEntry>();
  for await (const row of rows) {
    const fail = (reason: string): never => {
      throw rowError(file, row.line, reason);
    };
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
    if (settleNames(entry)) yield entry;
    else countOrphan(job.reading, 'no_name');
  }
}
