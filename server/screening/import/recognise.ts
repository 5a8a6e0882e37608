import type { ColumnMap } from '../../datasets/file.ts';
import { recogniseForm, type SizedFile, unknownForm } from '../../datasets/recognise.ts';
import { LIMITS } from '../../lib/limits.ts';
import { LIST_FORMATS } from '../formats/all.ts';
import type { ListFormat } from '../formats/format.ts';

/**
 * Returns the format of these files together, from their content. Throws `list_invalid` if it is unknown, or if it does not
 * support files of this size.
 */
export function recogniseFormat(files: readonly SizedFile[], columns?: ColumnMap): ListFormat {
  const format = recogniseForm(LIST_FORMATS, files, columns, LIMITS.listHeldFileBytesMax);
  if (format) return format;
  throw unknownForm(files, LIST_FORMATS, 'the name');
}
