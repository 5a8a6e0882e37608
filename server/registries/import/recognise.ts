import { fileFault } from '../../datasets/faults.ts';
import type { ColumnMap } from '../../datasets/file.ts';
import { recogniseForm, type SizedFile, unknownForm } from '../../datasets/recognise.ts';
import { LIMITS } from '../../lib/limits.ts';
import { REGISTER_FORMATS } from '../formats/all.ts';
import type { RegisterFormat } from '../formats/format.ts';

/**
 * The form of these files together, told from their content. Throws `list_invalid` where it is none that is known, or
 * one in which files of such a size are not read.
 */
export function recogniseRegister(files: readonly SizedFile[], columns?: ColumnMap): RegisterFormat {
  const format = recogniseForm(REGISTER_FORMATS, files, columns, LIMITS.registerFileBytesMax);
  if (format) return format;
  const packed = files.filter(({ head }) => head.startsWith('PK\u0003\u0004'));
  if (packed.length > 0) throw fileFault(packed, 'it is a ZIP archive. Unpack it, and import the file in it.');
  throw unknownForm(files, REGISTER_FORMATS, 'which');
}
