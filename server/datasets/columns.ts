import { ownValue } from '../lib/own.ts';
import { type ColumnMap, type ListFile, rowError } from './file.ts';

/** Where our columns stand in somebody's plain file. */
export interface ColumnLayout<Column extends string> {
  /** The file's column, in small letters, for ours. */
  columns: ReadonlyMap<Column, string>;
  /** What every record has in a column, for those that the mapping gives as `=value`. */
  constants: ReadonlyMap<Column, string>;
  /** Between several values in one column. */
  separator: string;
  /** Whether the file is somebody else's: what cannot be read is then kept for a person instead of refused. */
  mapped: boolean;
}

/** The mapping's key for what stands between several values: itself, or one of these words for it. */
const SEPARATOR = 'separator';
const SEPARATORS: Record<string, string> = { comma: ',', semicolon: ';', bar: '|', newline: '\n' };

/** The layout of our own form, whose columns are `ours`, or of the one that a mapping tells. */
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

/** Throws `list_invalid` where the mapping names a column that is not one of `ours`, or that the file has not. */
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

/** A column's heading as it is compared. */
export function headingKey(heading: string): string {
  return heading.trim().toLowerCase();
}
