import type { AppError } from '../lib/errors.ts';
import { fileFault } from './faults.ts';
import type { ColumnMap, ListFile } from './file.ts';
import type { InspectedFile } from './inspect.ts';

/** A file with the decompressed size of its content. */
export type SizedFile = ListFile & Pick<InspectedFile, 'sizeBytes'>;

/** One published format of lists or of registers. */
export interface Form {
  id: string;
  /** The maximum decompressed size of a file, because of the memory that reading takes. By default the common limit. */
  sizeBytesMax?: number;
  /** Whether these files together have this format, by their content alone. */
  recognises(files: readonly ListFile[], columns?: ColumnMap): boolean;
}

/** Returns the first of these formats that the files have together, by their content, or undefined if there is none. */
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

/** Returns the error for files whose format is none of `forms`. `columns`: which columns of a plain CSV must be given. */
export function unknownForm(files: readonly ListFile[], forms: readonly Pick<Form, 'id'>[], columns: string): AppError {
  const known = forms.map(({ id }) => id).join(', ');
  return fileFault(
    files,
    `the format is not supported. Supported formats: ${known}. For a CSV file with other columns, map the column for ${columns} (columns: name=...).`,
  );
}
