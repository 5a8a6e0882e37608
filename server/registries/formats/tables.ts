import { headingKey } from '../../datasets/columns.ts';
import { type ListFile, rowError } from '../../datasets/file.ts';
import { readRowLots } from '../../datasets/row-lots.ts';
import type { CsvRow } from '../../datasets/rows.ts';
import type { RegisterRecord } from '../types.ts';
import { countSkipped, type RegisterJob } from './format.ts';

/** The positions of a table's columns, by their headings. Case and surrounding spaces are ignored. */
export class Columns {
  /** The number of fields in a row. */
  readonly width: number;
  private readonly places: ReadonlyMap<string, number>;

  constructor(header: readonly string[]) {
    this.width = header.length;
    this.places = new Map(header.map((heading, index) => [headingKey(heading), index]));
  }

  /** Returns its position, from 0, or -1 if there is no such column. */
  place(heading: string): number {
    return this.places.get(headingKey(heading)) ?? -1;
  }

  /** Returns the positions of `name.1`, `name.2` and so on, as long as there are such columns. `$` in `name` is the number's place. */
  numbered(name: string): number[] {
    const places: number[] = [];
    for (let number = 1; ; number += 1) {
      const place = this.place(name.replace('$', String(number)));
      if (place === -1) return places;
      places.push(place);
    }
  }

  /** Returns all headings, in the form in which they are compared. */
  headings(): ReadonlySet<string> {
    return new Set(this.places.keys());
  }

  has(...headings: string[]): boolean {
    return headings.every((heading) => this.place(heading) !== -1);
  }
}

/** Adds what one row of a table gives, or returns the reason (`snake_case`) why the row is left out. `fail` refuses the file. */
export type RowReader<T = RegisterRecord> = (
  fields: readonly string[],
  made: T[],
  fail: (reason: string) => never,
) => string | null;

/**
 * Yields what the rows of a CSV file with a header give, in batches. Throws `list_invalid` if one of the `needed` columns is
 * missing, or if a row has another number of fields.
 * @param begin creates the reader of its rows from the header's columns
 * @param prepare runs before the rows of a batch are read
 */
export async function* readTableRecords<T = RegisterRecord>(
  file: ListFile,
  needed: readonly string[],
  job: Pick<RegisterJob, 'reading' | 'onRow'>,
  begin: (columns: Columns) => RowReader<T>,
  prepare?: (rows: readonly CsvRow[], columns: Columns) => Promise<void>,
): AsyncGenerator<T[]> {
  let columns: Columns | null = null;
  let read: RowReader<T> = () => null;
  let line = 1;
  const fail = (reason: string): never => {
    throw rowError(file, line, reason);
  };
  for await (const rows of readRowLots(file)) {
    if (columns === null) {
      const header = new Columns(rows.shift()?.fields ?? []);
      const missing = needed.filter((heading) => !header.has(heading));
      if (missing.length > 0) fail(`there is no column ${missing.join(', ')}.`);
      columns = header;
      read = begin(header);
    }
    await prepare?.(rows, columns);
    const made: T[] = [];
    for (const row of rows) {
      line = row.line;
      if (row.fields.length !== columns.width) {
        fail(`${columns.width} columns are required, and there are ${row.fields.length}.`);
      }
      job.onRow();
      const skipped = read(row.fields, made, fail);
      if (skipped !== null) countSkipped(job.reading, skipped);
    }
    yield made;
  }
}
