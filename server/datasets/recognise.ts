import type { AppError } from '../lib/errors.ts';
import { fileFault } from './faults.ts';
import type { ColumnMap, ListFile } from './file.ts';
import type { InspectedFile } from './inspect.ts';

/** A file, and what its content amounts to, decompressed. */
export type SizedFile = ListFile & Pick<InspectedFile, 'sizeBytes'>;

/** One published form of lists or of registers. */
export interface Form {
  id: string;
  /** How large a file may be, decompressed, for the memory that reading it takes; by default a limit for all. */
  sizeBytesMax?: number;
  /** Whether these files together are of this form, told from their content alone. */
  recognises(files: readonly ListFile[], columns?: ColumnMap): boolean;
}

/** The first of these forms that the files have together, told from their content; undefined where there is none. */
export function recogniseForm<F extends Form>(
  forms: readonly F[],
  files: readonly SizedFile[],
  columns: ColumnMap | undefined,
  sizeBytesMaxElse: number,
): F | undefined {
  const form = forms.find((candidate) => candidate.recognises(files, columns));
  if (form) checkSizes(form.id, files, form.sizeBytesMax ?? sizeBytesMaxElse);
  return form;
}

function checkSizes(form: string, files: readonly SizedFile[], sizeBytesMax: number): void {
  const tooLarge = files.find(({ sizeBytes }) => sizeBytes > sizeBytesMax);
  if (!tooLarge) return;
  const sizes = `it has ${tooLarge.sizeBytes} bytes, and the limit for the format ${form} is ${sizeBytesMax}`;
  throw fileFault([tooLarge], `${sizes}. Get it in another format, such as CSV.`);
}

/** The error for files whose form is none of `forms`. `columns`: which columns of a plain CSV must be told. */
export function unknownForm(files: readonly ListFile[], forms: readonly Pick<Form, 'id'>[], columns: string): AppError {
  const known = forms.map(({ id }) => id).join(', ');
  return fileFault(
    files,
    `the format is not supported. Supported formats: ${known}. For a CSV file with other columns, map the column for ${columns} (columns: name=...).`,
  );
}
