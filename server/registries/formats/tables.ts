import { headingKey } from '../../datasets/columns.ts';
import { type ListFile, rowError } from '../../datasets/file.ts';
import { readRowLots } from '../../datasets/row-lots.ts';
import type { CsvRow } from '../../datasets/rows.ts';
import type { RegisterRecord } from '../types.ts';
import { countSkipped, type RegisterJob } from './format.ts';

/** Where the columns of a table stand, by their headings; capitals say nothing in these, nor spaces around them. */
export class Columns {
  /** Of a row. */
  readonly width: number;
  private readonly places: ReadonlyMap<string, number>;

  constructor(header: readonly string[]) {
    this.width = header.length;
    this.places = new Map(header.map((heading, index) => [headingKey(heading), index]));
  }

  /** Its place, from 0; -1 where there is no such column. */
  place(heading: string): number {
    return this.places.get(headingKey(heading)) ?? -1;
  }

  /** The places of `name.1`, `name.2` and so on, as long as there are such columns; `$` in `name` is the number's. */
  numbered(name: string): number[] {
    const places: number[] = [];
    for (let number = 1; ; number += 1) {
      const place = this.place(name.replace('$', String(number)));
      if (place === -1) return places;
      places.push(place);
    }
  }

  /** All headings, as they are compared. */
  headings(): ReadonlySet<string> {
    return new Set(this.places.keys());
  }

  has(...headings: string[]): boolean {
    return headings.every((heading) => this.place(heading) !== -1);
  }
}

/**
 * Makes what one row of a table gives and adds it; the reason (`snake_case`) where the row is left out. `fail` refuses the file.
 */
export type RowReader<T = RegisterRecord> = (
  fields: readonly string[],
  made: T[],
  fail: (reason: string) => never,
) => string | null;

/**
 * What the rows of a CSV file with a header give, in lots. `begin` makes the reader of its rows from the header's columns;
 * `prepare` is done before the rows of a lot are read. Throws `list_invalid` where one of the `needed` columns is missing, or a
 * row has another number of fields.
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
