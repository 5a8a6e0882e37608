import * as columns from '../../datasets/columns.ts';
import { type ColumnMap, type ListFile, rowError } from '../../datasets/file.ts';
import { PLAIN_COLUMNS } from '../../vocabulary/columns.ts';

export type PlainColumn = (typeof PLAIN_COLUMNS)[number];

/** Which of a file's columns are ours. */
export type PlainLayout = columns.ColumnLayout<PlainColumn>;

/** Returns the layout of our own format, or of a mapping. */
export function layoutOf(mapping: ColumnMap | undefined): PlainLayout {
  return columns.layoutOf(mapping, PLAIN_COLUMNS);
}

/** The columns of a media report. */
export const MEDIA_COLUMNS = ['text', 'source', 'date', 'title', 'url'] as const satisfies readonly PlainColumn[];
/** With these columns and the name, a file is one of reports. */
const MEDIA_MARKS = ['text', 'source'] as const satisfies readonly PlainColumn[];

/** Whether a file with this header has the column with the names, and is a file of media reports exactly if `media` is true. */
export function hasForm(layout: PlainLayout, header: ReadonlyMap<string, number>, media: boolean): boolean {
  const has = (column: PlainColumn): boolean => header.has(layout.columns.get(column) ?? '');
  const isMedia = MEDIA_MARKS.every((column) => has(column) || layout.constants.has(column));
  return has('name') && isMedia === media;
}

/**
 * Throws `list_invalid` if the mapping names a column that is not ours, or that the file does not have. Also throws it for a
 * column of reports without the two that define a file of reports.
 */
export function checkMapping(file: ListFile, mapping: ColumnMap | undefined, header: ReadonlySet<string>): void {
  columns.checkMapping(file, mapping, PLAIN_COLUMNS, header);
  const lone = MEDIA_COLUMNS.find((column) => mapping?.[column] !== undefined);
  if (lone === undefined || MEDIA_MARKS.every((column) => mapping?.[column] !== undefined)) return;
  throw rowError(file, 1, `"${lone}" is mapped, so you must also map "${MEDIA_MARKS.join('" and "')}".`);
}

export { headingKey as key } from '../../datasets/columns.ts';
