import { type ColumnMap, type ListFile, rowError } from '../../datasets/file.ts';
import { ownValue } from '../../lib/own.ts';

/** Our columns; see `plain.ts`. */
const PLAIN_COLUMNS = [
  'id',
  'name',
  'type',
  'aliases',
  'weak_aliases',
  'former_names',
  'birth_dates',
  'birth_places',
  'genders',
  'nationalities',
  'countries',
  'identifiers',
  'addresses',
  'roles',
  'relations',
  'media',
  'programs',
  'topics',
  'listed_at',
  'remarks',
] as const;
export type PlainColumn = (typeof PLAIN_COLUMNS)[number];

/** Where our columns stand in a file. */
export interface PlainLayout {
  /** The file's column, in small letters, for ours. */
  columns: ReadonlyMap<PlainColumn, string>;
  /** What every entry has in a column, for those that the mapping gives as `=value`. */
  constants: ReadonlyMap<PlainColumn, string>;
  /** Between several values in one column. */
  separator: string;
  /** Whether the file is somebody else's: what cannot be read is then kept for a person instead of refused. */
  mapped: boolean;
}

/** The mapping's key for what stands between several values: itself, or one of these words for it. */
const SEPARATOR = 'separator';
const SEPARATORS: Record<string, string> = { comma: ',', semicolon: ';', bar: '|', newline: '\n' };

/** The layout of our own form, or of the one that a mapping tells. */
export function layoutOf(columns: ColumnMap | undefined): PlainLayout {
  const mapping = columns ?? Object.fromEntries(PLAIN_COLUMNS.map((column) => [column, column]));
  const entries = PLAIN_COLUMNS.flatMap((column): [PlainColumn, string][] => {
    const theirs = mapping[column];
    return theirs === undefined ? [] : [[column, theirs]];
  });
  return {
    columns: new Map(
      entries.filter(([, theirs]) => !theirs.startsWith('=')).map(([ours, theirs]) => [ours, key(theirs)]),
    ),
    constants: new Map(
      entries.filter(([, value]) => value.startsWith('=')).map(([ours, value]) => [ours, value.slice(1)]),
    ),
    separator: ownValue(SEPARATORS, mapping[SEPARATOR] ?? '') ?? mapping[SEPARATOR] ?? ';',
    mapped: columns !== undefined,
  };
}

/** Throws `list_invalid` where the mapping names a column that is not ours, or that the file has not. */
export function checkMapping(file: ListFile, columns: ColumnMap | undefined, header: ReadonlySet<string>): void {
  for (const [ours, theirs] of Object.entries(columns ?? {})) {
    if (ours === SEPARATOR) {
      if (theirs === '')
        throw rowError(file, 1, `the ${SEPARATOR} must not be empty; say ${Object.keys(SEPARATORS).join(', ')}.`);
      continue;
    }
    if (!(PLAIN_COLUMNS as readonly string[]).includes(ours)) {
      throw rowError(
        file,
        1,
        `"${ours}" cannot be mapped; it must be one of ${PLAIN_COLUMNS.join(', ')}, ${SEPARATOR}.`,
      );
    }
    if (!theirs.startsWith('=') && !header.has(key(theirs))) {
      throw rowError(file, 1, `there is no column "${theirs}", which "${ours}" is mapped to.`);
    }
  }
}

/** A column's heading as it is compared. */
export function key(heading: string): string {
  return heading.trim().toLowerCase();
}
