import { type ListFile, rowError } from './file.ts';
import type { CsvRow } from './rows.ts';

/** One row under a header. */
export interface TableRow {
  line: number;
  /** Returns the value in the column of that key (`columnKey`), or an empty string if there is no such column. */
  value(column: string): string;
}

/** Returns a column's heading in small letters without spaces and punctuation: `Nationality(/ies)` is `nationalityies`. */
export function columnKey(heading: string): string {
  return heading.toLowerCase().replace(/[^\p{Letter}\p{Number}]+/gu, '');
}

/** Whether a row is a header that has all of these columns. */
export function hasColumns(fields: readonly string[], columns: readonly string[]): boolean {
  const keys = new Set(fields.map(columnKey));
  return columns.every((column) => keys.has(column));
}

export interface TableOptions {
  /** The columns by which the header is recognised. */
  columns: readonly string[];
  /** Takes a row above the header. */
  onPreamble?(fields: readonly string[]): void;
  /** Whether empty fields at a row's end may be left out. */
  padded?: boolean;
}

/** Yields the rows under the header. Throws `list_invalid` if there is no header, or if a row has another number of fields. */
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
        throw rowError(file, line, `${width} columns are required, and there are ${fields.length}.`);
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
