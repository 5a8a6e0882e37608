import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { parse as parseNow } from 'csv-parse/sync';
import { LIMITS } from '../lib/limits.ts';
import { type ListFile, rowError } from './file.ts';
import { headText, readText } from './text.ts';

export interface CsvRow {
  fields: string[];
  /** The line of the file on which the row ends, from 1. */
  line: number;
}

/** MS-DOS's end of file, with which OFAC's files end. */
const END_OF_FILE = '\u001a';

const OPTIONS = {
  bom: true,
  trim: true,
  skip_empty_lines: true,
  relax_column_count: true,
  max_record_size: LIMITS.listRowBytesMax,
};

export interface CsvStyle {
  /** Between the fields. A comma by default. */
  delimiter?: string;
  /** Whether quotes inside a field that does not begin with one are part of it. */
  relax_quotes?: boolean;
}

/** Yields the rows of a CSV file, as a stream. Throws `list_invalid` with the line if the CSV is broken. */
export async function* readRows(file: ListFile, style: CsvStyle = {}): AsyncGenerator<CsvRow> {
  const parser = parse({ ...OPTIONS, ...style, info: true });
  const input = Readable.from(readText(file), { objectMode: false });
  pipeline(input, parser, () => {}); // A failure of either side is thrown by the loop below.
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      if (record.length === 1 && record[0] === END_OF_FILE) continue;
      yield { fields: record, line: info.lines };
    }
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    const line = (cause as CsvError & { lines?: number }).lines ?? 1;
    throw rowError(file, line, `the CSV is damaged (${cause.code}). Get the file from its publisher again.`);
  }
}

/** Returns the first row of a file's head, or an empty one if it is not CSV. */
export function firstRow(file: ListFile, style: CsvStyle = {}): string[] {
  return firstRows(file, 1, style)[0] ?? [];
}

/** Returns the first rows of a file's head, at most `count`. Empty if it is not CSV. */
export function firstRows(file: ListFile, count: number, style: CsvStyle = {}): string[][] {
  try {
    return parseNow(headText(file), { ...OPTIONS, ...style, to: count });
  } catch {
    return [];
  }
}
