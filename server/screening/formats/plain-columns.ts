import * as columns from '../../datasets/columns.ts';
import type { ColumnMap, ListFile } from '../../datasets/file.ts';

/** Our columns; see `plain.ts`. */
export const PLAIN_COLUMNS = [
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
export type PlainLayout = columns.ColumnLayout<PlainColumn>;

/** The layout of our own form, or of the one that a mapping tells. */
export function layoutOf(mapping: ColumnMap | undefined): PlainLayout {
  return columns.layoutOf(mapping, PLAIN_COLUMNS);
}

/** Throws `list_invalid` where the mapping names a column that is not ours, or that the file has not. */
export function checkMapping(file: ListFile, mapping: ColumnMap | undefined, header: ReadonlySet<string>): void {
  columns.checkMapping(file, mapping, PLAIN_COLUMNS, header);
}

export { headingKey as key } from '../../datasets/columns.ts';
