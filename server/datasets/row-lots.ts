import { LIMITS } from '../lib/limits.ts';
import { type ListFile, rowError } from './file.ts';
import type { CsvRow } from './rows.ts';
import { readText } from './text.ts';

const QUOTE = 34;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const BYTE_ORDER_MARK = '\ufeff';
/** MS-DOS's end of file, as a row of its own. */
const END_OF_FILE = '\u001a';

/**
 * The rows of a CSV file, those of one piece of it at a time: for files of millions of rows, which `readRows` reads five times
 * slower. By the same rules: fields are trimmed outside of their quotes, empty lines are passed over, a quoted field may hold
 * the delimiter, line ends and `""` for a quote. A quote inside a field that does not begin with one is part of it. Throws
 * `list_invalid` with the line where a quoted field is not closed, is followed by anything but a delimiter, or a row has more
 * than `LIMITS.listRowBytesMax` characters. `delimiter`: one character.
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

/** Takes a text piece by piece, and gives the rows that end in each. */
class RowSplitter {
  private readonly file: ListFile;
  private readonly delimiter: number;
  /** What began in the pieces so far and has not ended. */
  private rest = '';
  private line = 0;
  /** Fields of the row before. */
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
    // A row that goes on and on is refused before it is held.
    if (this.rest.length > LIMITS.listRowBytesMax) throw this.tooLong();
    return rows;
  }

  /** Where the next row begins; -1 where this one's end is in a piece to come. */
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
      // The line feed behind a carriage return may be in the next piece.
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
