import { ownValue } from '../lib/own.ts';
import { type ColumnMap, type ListFile, rowError } from './file.ts';

/** Which columns of another publisher's plain file are ours. */
export interface ColumnLayout<Column extends string> {
  /** Our column to the file's column, in small letters. */
  columns: ReadonlyMap<Column, string>;
  /** The value that every record has in a column, for those that the mapping gives as `=value`. */
  constants: ReadonlyMap<Column, string>;
  /** Between several values in one column. */
  separator: string;
  /** Whether the file has another publisher's format: an unreadable value is then kept for a reader instead of refused. */
  mapped: boolean;
}

/** The mapping's key for the separator of several values: the separator itself, or one of these words for it. */
const SEPARATOR = 'separator';
const SEPARATORS: Record<string, string> = { comma: ',', semicolon: ';', bar: '|', newline: '\n' };

/** Returns the layout of our own format, whose columns are `ours`, or of a mapping. */
export function layoutOf<Column extends string>(
  mapping: ColumnMap | undefined,
  ours: readonly Column[],
): ColumnLayout<Column> {
  const map = mapping ?? Object.fromEntries(ours.map((column) => [column, column]));
  const entries = ours.flatMap((column): [Column, string][] => {
    const theirs = map[column];
    return theirs === undefined ? [] : [[column, theirs]];
  });
  return {
    columns: new Map(
      entries.filter(([, theirs]) => !theirs.startsWith('=')).map(([column, theirs]) => [column, headingKey(theirs)]),
    ),
    constants: new Map(
      entries.filter(([, value]) => value.startsWith('=')).map(([column, value]) => [column, value.slice(1)]),
    ),
    separator: ownValue(SEPARATORS, map[SEPARATOR] ?? '') ?? map[SEPARATOR] ?? ';',
    mapped: mapping !== undefined,
  };
}

/** Throws `list_invalid` if the mapping names a column that is not one of `ours`, or that the file does not have. */
export function checkMapping(
  file: ListFile,
  mapping: ColumnMap | undefined,
  ours: readonly string[],
  header: ReadonlySet<string>,
): void {
  for (const [column, theirs] of Object.entries(mapping ?? {})) {
    if (column === SEPARATOR) {
      if (theirs === '')
        throw rowError(file, 1, `the ${SEPARATOR} must not be empty; use ${Object.keys(SEPARATORS).join(', ')}.`);
      continue;
    }
    if (!ours.includes(column)) {
      throw rowError(file, 1, `"${column}" cannot be mapped; it must be one of ${ours.join(', ')}, ${SEPARATOR}.`);
    }
    if (!theirs.startsWith('=') && !header.has(headingKey(theirs))) {
      throw rowError(file, 1, `there is no column "${theirs}", which "${column}" is mapped to.`);
    }
  }
}

/** Returns a column's heading in the form in which it is compared. */
export function headingKey(heading: string): string {
  return heading.trim().toLowerCase();
}
