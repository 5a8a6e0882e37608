import { AppError } from '../../lib/errors.ts';
import { LIST_FORMATS } from '../formats/all.ts';
import type { ColumnMap, ListFile, ListFormat } from '../formats/format.ts';

/** The form of these files together, told from their content. Throws `list_invalid` where it is none that is known. */
export function recogniseFormat(files: readonly ListFile[], columns?: ColumnMap): ListFormat {
  const format = LIST_FORMATS.find((candidate) => candidate.recognises(files, columns));
  if (format) return format;
  const known = LIST_FORMATS.map(({ id }) => id).join(', ');
  throw listFault(
    files,
    `the form is not known. Known are ${known}; of a CSV with other columns, say which one is the name (columns: name=...).`,
  );
}

/** The error for a list as a whole. */
export function listFault(files: readonly ListFile[], reason: string): AppError {
  return new AppError('list_invalid', `${files.map((file) => file.name).join(', ')}: ${reason}`);
}
