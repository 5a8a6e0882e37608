import type { ColumnMap, ListFile } from '../../datasets/file.ts';
import type { InspectedFile } from '../../datasets/inspect.ts';
import { AppError } from '../../lib/errors.ts';
import { LIMITS } from '../../lib/limits.ts';
import { LIST_FORMATS } from '../formats/all.ts';
import type { ListFormat } from '../formats/format.ts';

/** A file of a list and what its content amounts to, decompressed. */
type SizedFile = ListFile & Pick<InspectedFile, 'sizeBytes'>;

/**
 * The form of these files together, told from their content. Throws `list_invalid` where it is none that is known, or
 * one in which files of such a size are not read.
 */
export function recogniseFormat(files: readonly SizedFile[], columns?: ColumnMap): ListFormat {
  const format = LIST_FORMATS.find((candidate) => candidate.recognises(files, columns));
  if (format) {
    checkSizes(format, files);
    return format;
  }
  const known = LIST_FORMATS.map(({ id }) => id).join(', ');
  throw listFault(
    files,
    `the form is not known. Known are ${known}; of a CSV with other columns, say which one is the name (columns: name=...).`,
  );
}

function checkSizes(format: ListFormat, files: readonly SizedFile[]): void {
  const sizeBytesMax = format.sizeBytesMax ?? LIMITS.listHeldFileBytesMax;
  const tooLarge = files.find(({ sizeBytes }) => sizeBytes > sizeBytesMax);
  if (!tooLarge) return;
  const reason = `it has ${tooLarge.sizeBytes} bytes, and in the form ${format.id} at most ${sizeBytesMax} are read. Get it in another form, such as CSV.`;
  throw listFault([tooLarge], reason);
}

/** The error for a list as a whole. */
export function listFault(files: readonly ListFile[], reason: string): AppError {
  return new AppError('list_invalid', `${files.map((file) => file.name).join(', ')}: ${reason}`);
}
