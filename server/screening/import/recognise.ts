import type { ColumnMap } from '../../datasets/file.ts';
import { recogniseForm, type SizedFile, unknownForm } from '../../datasets/recognise.ts';
import { LIMITS } from '../../lib/limits.ts';
import { LIST_FORMATS } from '../formats/all.ts';
import type { ListFormat } from '../formats/format.ts';

/**
 * The form of these files together, told from their content. Throws `list_invalid` where it is none that is known, or
 * one in which files of such a size are not read.
 */
export function recogniseFormat(files: readonly SizedFile[], columns?: ColumnMap): ListFormat {
  const format = recogniseForm(LIST_FORMATS, files, columns, LIMITS.listHeldFileBytesMax);
  if (format) return format;
  throw unknownForm(files, LIST_FORMATS, 'the name');
}
