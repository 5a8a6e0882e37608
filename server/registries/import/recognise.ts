import type { ColumnMap } from '../../datasets/file.ts';
import type { InspectedFile } from '../../datasets/inspect.ts';
import { AppError } from '../../lib/errors.ts';
import { LIMITS } from '../../lib/limits.ts';
import { REGISTER_FORMATS } from '../formats/all.ts';
import type { RegisterFormat } from '../formats/format.ts';

/**
 * The form of these files together, told from their content. Throws `list_invalid` where it is none that is known, or
 * one in which files of such a size are not read.
 */
export function recogniseRegister(files: readonly InspectedFile[], columns?: ColumnMap): RegisterFormat {
  const format = REGISTER_FORMATS.find((candidate) => candidate.recognises(files, columns));
  if (!format) throw unknownForm(files);
  const sizeBytesMax = format.sizeBytesMax ?? LIMITS.registerFileBytesMax;
  const tooLarge = files.find(({ sizeBytes }) => sizeBytes > sizeBytesMax);
  if (tooLarge) {
    const sizes = `it has ${tooLarge.sizeBytes} bytes, and in the form ${format.id} at most ${sizeBytesMax} are read`;
    throw registerFault([tooLarge], `${sizes}. Get it in another form, such as CSV.`);
  }
  return format;
}

/** The error for a register as a whole. */
export function registerFault(files: readonly { name: string }[], reason: string): AppError {
  return new AppError('list_invalid', `${files.map((file) => file.name).join(', ')}: ${reason}`);
}

function unknownForm(files: readonly InspectedFile[]): AppError {
  const packed = files.filter(({ head }) => head.startsWith('PK\u0003\u0004'));
  if (packed.length > 0) return registerFault(packed, 'it is a ZIP archive. Unpack it, and import the file in it.');
  const known = REGISTER_FORMATS.map(({ id }) => id).join(', ');
  return registerFault(
    files,
    `the form is not known. Known are ${known}; of a CSV with other columns, say which one is which (columns: name=...).`,
  );
}
