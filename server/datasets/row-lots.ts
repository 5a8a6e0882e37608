import { LIMITS } from '../lib/limits.ts';
import { type ListFile, rowError } from './file.ts';
import type { CsvRow } from './rows.ts';
import { readText } from './text.ts';

const QUOTE = 34;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const BYTE_ORDER_MARK = '\ufeff';
/** MS-DOS's end of file, as a separate row. */
const END_OF_FILE = '\u001a';

/**
 * Yields the rows of a CSV file, those of one piece at a time: for files of millions of rows, which `readRows` reads five times slower. It follows
 * the same rules. Fields are trimmed outside their quotes, and empty lines are skipped. A quoted field may hold the delimiter, line ends and `""` for
 * a quote. A quote inside a field that does not begin with one is part of it. Throws `list_invalid` with the line if a quoted field is not closed or
 * is followed by anything but a delimiter, or if a row has more than `LIMITS.listRowBytesMax` characters. `delimiter`: one character.
 */
export async function* readRowLots(file: ListFile, { delimiter = ',' } = {}): AsyncGenerator<CsvRow[]> {
  const splitter = new RowSplitter(file, delimiter.charCodeAt(0));
  let first = true;
  for await (const text of readText(file)) {
    const rows = splitter.add(first && text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text, false);
    first = false;
    if (rows.length > 0) yield rows;
  }
  const rows = splitter.add('', true);
  if (rows.length > 0) yield rows;
}

/** Takes a text piece by piece, and returns the rows that end in each. */
class RowSplitter {
  private readonly file: ListFile;
  private readonly delimiter: number;
  /** What began in the pieces so far and has not ended. */
  private rest = '';
  private line = 0;
  /** The number of fields in the previous row. */
  private width = 0;

  constructor(file: ListFile, delimiter: number) {
    this.file = file;
    this.delimiter = delimiter;
  }

  /** `last`: the text ends here, and with it its last row. */
  add(piece: string, last: boolean): CsvRow[] {
    const text = this.rest + piece;
    const rows: CsvRow[] = [];
    let from = 0;
    while (from < text.length) {
      const fields = new Array<string>(this.width);
      const end = this.readRow(text, from, last, fields);
      if (end === -1) break;
      if (end - from > LIMITS.listRowBytesMax) throw this.tooLong();
      if (fields.length > 1 || (fields[0] !== '' && fields[0] !== END_OF_FILE)) rows.push({ fields, line: this.line });
      from = end;
    }
    this.rest = text.slice(from);
    // A row without an end is refused before it is held.
    if (this.rest.length > LIMITS.listRowBytesMax) throw this.tooLong();
    return rows;
  }

  /** Returns where the next row begins, or -1 if this one ends in a later piece. */
  private readRow(text: string, from: number, last: boolean, fields: string[]): number {
    const { delimiter } = this;
    let at = from;
    let lines = 1;
    for (let index = 0; ; index += 1) {
      // Most fields of the widest files are empty quotes.
      while (
        text.charCodeAt(at) === QUOTE &&
        text.charCodeAt(at + 1) === QUOTE &&
        text.charCodeAt(at + 2) === delimiter
      ) {
        fields[index] = '';
        index += 1;
        at += 3;
      }
      const start = skipSpaces(text, at, delimiter);
      if (text.charCodeAt(start) === QUOTE) {
        let close = start + 1;
        let doubled = false;
        for (; close < text.length; close += 1) {
          const code = text.charCodeAt(close);
          if (code === LINE_FEED) lines += 1;
          if (code !== QUOTE) continue;
          if (text.charCodeAt(close + 1) !== QUOTE) break;
          doubled = true;
          close += 1;
        }
        if (close >= text.length && !last) return -1;
        if (close >= text.length) throw this.broken('a quoted field is not closed');
        const value = text.slice(start + 1, close);
        fields[index] = doubled ? value.replaceAll('""', '"') : value;
        at = skipSpaces(text, close + 1, delimiter);
        if (at < text.length && !this.endsField(text, at))
          throw this.broken('a quoted field continues after its closing quote');
      } else {
        at = this.fieldEnd(text, start);
        fields[index] = text.slice(start, at).trim();
      }
      const code = text.charCodeAt(at);
      if (code === delimiter) {
        at += 1;
        continue;
      }
      if (at >= text.length && !last) return -1;
      // The line feed after a carriage return may be in the next piece.
      if (code === CARRIAGE_RETURN && at + 1 >= text.length && !last) return -1;
      this.width = index + 1;
      fields.length = this.width;
      this.line += lines;
      if (at >= text.length) return at;
      return code === CARRIAGE_RETURN && text.charCodeAt(at + 1) === LINE_FEED ? at + 2 : at + 1;
    }
  }

  private fieldEnd(text: string, from: number): number {
    let at = from;
    while (at < text.length && !this.endsField(text, at)) at += 1;
    return at;
  }

  private endsField(text: string, at: number): boolean {
    const code = text.charCodeAt(at);
    return code === this.delimiter || code === LINE_FEED || code === CARRIAGE_RETURN;
  }

  private broken(what: string): Error {
    return rowError(this.file, this.line + 1, `${what}: the CSV is damaged. Get the file from its publisher again.`);
  }

  private tooLong(): Error {
    return rowError(this.file, this.line + 1, `the row is longer than ${LIMITS.listRowBytesMax} characters.`);
  }
}

function skipSpaces(text: string, from: number, delimiter: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if ((code !== 32 && code !== 9) || code === delimiter) return at;
    at += 1;
  }
}
