import { LIMITS } from '../lib/limits.ts';
import { type ListFile, rowError } from './file.ts';
import { isObject, type JsonLine, type JsonObject, readJsonLots } from './json-lines.ts';
import { headText, readText } from './text.ts';

const AGAIN = 'Get the file from its publisher again.';

/**
 * Yields the objects of a file that is one JSON list, `[{...}, ...]` or `{"records": [{...}, ...]}` with one of the `wrappers` as
 * its key, or that has one object per line. It yields those of one piece of the file at a time, each with the line on which it
 * begins. Memory does not grow with the file. Throws `list_invalid` with the line for an item that is not an object, is damaged
 * or cut off, or has more than `LIMITS.listRowBytesMax` characters.
 */
export async function* readJsonItems(file: ListFile, wrappers: readonly string[] = []): AsyncGenerator<JsonLine[]> {
  const opening = openingOf(file, wrappers);
  if (opening === null) {
    yield* readJsonLots(file);
    return;
  }
  const scanner = new ItemScanner(file, opening);
  for await (const text of readText(file)) {
    const items = scanner.add(text);
    if (items.length > 0) yield items;
  }
  scanner.end();
}

/** Returns the first complete objects in a file's head, at most `count`. Empty if it is no such JSON. */
export function headItems(file: ListFile, count: number, wrappers: readonly string[] = []): JsonObject[] {
  const opening = openingOf(file, wrappers);
  if (opening === null) {
    const lines = headText(file)
      .replace(/^\ufeff/, '')
      .split('\n', count);
    return lines.map(tryParse).filter((value) => value !== null);
  }
  const scanner = new ItemScanner(file, opening, count);
  try {
    scanner.add(headText(file));
  } catch {
    // what came before it counts
  }
  return scanner.found.map(({ value }) => value);
}

/** Returns what precedes the first item of a list. Null if the file is none. */
function openingOf(file: ListFile, wrappers: readonly string[]): string | null {
  const found = /^\ufeff?\s*(?:\[|\{\s*"([^"\\]{1,50})"\s*:\s*\[)/.exec(headText(file));
  if (!found) return null;
  return found[1] === undefined || wrappers.includes(found[1]) ? found[0] : null;
}

const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;
const LINE_FEED = 10;
const SPACE = 32;

/** Takes the text of a list piece by piece, and returns the objects that end in each. */
class ItemScanner {
  /** Of the last piece, even if it turned out to be broken. */
  found: JsonLine[] = [];
  private readonly file: ListFile;
  private readonly countMax: number;
  /** Characters still expected before the first item. */
  private opening: string;
  /** The closing brackets expected after the last item. */
  private closing: number[];
  private rest = '';
  private depth = 0;
  private inText = false;
  private escaped = false;
  private line = 1;
  private startLine = 1;

  constructor(file: ListFile, opening: string, countMax = Number.POSITIVE_INFINITY) {
    this.file = file;
    this.opening = opening;
    this.countMax = countMax;
    this.closing = opening.includes('{') ? [CLOSE_LIST, CLOSE_OBJECT] : [CLOSE_LIST];
    this.line += opening.split('\n').length - 1;
  }

  add(piece: string): JsonLine[] {
    this.found = [];
    const skipped = Math.min(this.opening.length, piece.length);
    this.opening = this.opening.slice(skipped);
    const text = this.rest + piece.slice(skipped);
    let start = 0;
    for (let at = this.rest.length; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === LINE_FEED) this.line += 1;
      if (this.depth > 0) {
        if (!this.endsItem(code)) continue;
        if (at - start > LIMITS.listRowBytesMax) throw this.tooLong();
        this.found.push({ value: this.parse(text.slice(start, at + 1)), line: this.startLine });
        if (this.found.length >= this.countMax) return this.found;
      } else if (code === OPEN_OBJECT && this.closing.length > 0 && this.closing[0] === CLOSE_LIST) {
        this.depth = 1;
        this.startLine = this.line;
        start = at;
      } else if (code === this.closing[0]) {
        this.closing.shift();
      } else if (code > SPACE && !(code === COMMA && this.closing[0] === CLOSE_LIST)) {
        throw rowError(
          this.file,
          this.line,
          `it contains something that is not a JSON object: it is damaged. ${AGAIN}`,
        );
      }
    }
    this.rest = this.depth > 0 ? text.slice(start) : '';
    if (this.rest.length > LIMITS.listRowBytesMax) throw this.tooLong();
    return this.found;
  }

  end(): void {
    if (this.depth === 0 && this.closing.length === 0) return;
    throw rowError(this.file, this.line, `the file ends in the middle: it was cut off. ${AGAIN}`);
  }

  /** Whether the open object ends with this character. */
  private endsItem(code: number): boolean {
    if (this.inText) {
      if (this.escaped) this.escaped = false;
      else if (code === BACKSLASH) this.escaped = true;
      else if (code === QUOTE) this.inText = false;
      return false;
    }
    if (code === QUOTE) this.inText = true;
    else if (code === OPEN_OBJECT || code === OPEN_LIST) this.depth += 1;
    else if (code === CLOSE_OBJECT || code === CLOSE_LIST) this.depth -= 1;
    return this.depth === 0;
  }

  private parse(text: string): JsonObject {
    const value = tryParse(text);
    if (value) return value;
    throw rowError(this.file, this.startLine, `it is not a JSON object: cut off or damaged. ${AGAIN}`);
  }

  private tooLong(): Error {
    const reason = `the object is longer than ${LIMITS.listRowBytesMax} characters.`;
    return rowError(this.file, this.startLine, reason);
  }
}

function tryParse(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
