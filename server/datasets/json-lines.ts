import { LIMITS } from '../lib/limits.ts';
import { type ListFile, rowError } from './file.ts';
import { readText } from './text.ts';

export type JsonObject = Record<string, unknown>;

export interface JsonLine {
  value: JsonObject;
  /** The line in the file, from 1. */
  line: number;
}

/**
 * Yields the objects of a file with one per line, in memory that does not grow with it. Empty lines are skipped. Throws
 * `list_invalid` with the line for one that is not an object, is cut off, or has more than `LIMITS.listRowBytesMax` characters.
 */
export async function* readJsonLines(file: ListFile): AsyncGenerator<JsonLine> {
  for await (const lot of readJsonLots(file)) yield* lot;
}

/** Same as `readJsonLines`, but yields those of one piece of the file at a time: for files of millions of lines. */
export async function* readJsonLots(file: ListFile): AsyncGenerator<JsonLine[]> {
  let line = 0;
  for await (const texts of readLines(file)) {
    const lot: JsonLine[] = [];
    for (const text of texts) {
      line += 1;
      if (text.length > LIMITS.listRowBytesMax) {
        throw rowError(file, line, `the line is longer than ${LIMITS.listRowBytesMax} characters.`);
      }
      if (text.trim() === '') continue;
      const value = parseObject(text);
      if (!value) {
        throw rowError(
          file,
          line,
          'it is not a JSON object: cut off or damaged. Get the file from its publisher again.',
        );
      }
      lot.push({ value, line });
    }
    if (lot.length > 0) yield lot;
  }
}

/** Returns the first object of a file's head. Null if the head does not begin with one on a separate line. */
export function firstObject(file: ListFile): JsonObject | null {
  return parseObject(file.head.replace(/^\ufeff/, '').split('\n', 1)[0] ?? '');
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns strings and numbers of a value or a list of values, as texts. Other values and empty texts are left out. */
export function textsOf(value: unknown): string[] {
  return [value]
    .flat()
    .filter((part) => typeof part === 'string' || typeof part === 'number')
    .map((part) => String(part).trim())
    .filter((text) => text !== '');
}

/** Yields the lines that end in each piece of the file. */
async function* readLines(file: ListFile): AsyncGenerator<string[]> {
  let rest = '';
  for await (const text of readText(file)) {
    const lines = text.split('\n');
    lines[0] = rest + lines[0];
    rest = lines.pop() ?? '';
    yield lines;
    // A line without an end is refused before it is held.
    if (rest.length > LIMITS.listRowBytesMax) break;
  }
  if (rest !== '') yield [rest];
}

function parseObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\ufeff/, ''));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
