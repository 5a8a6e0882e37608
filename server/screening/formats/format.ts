import { AppError } from '../../lib/errors.ts';
import type { ListEntry } from '../types.ts';

/** A file of a list, looked at but not yet parsed. */
export interface ListFile {
  path: string;
  /** Its name without the folder, for messages. */
  name: string;
  sha256: string;
  encoding: 'utf8' | 'latin1';
  /** The start of its text. */
  head: string;
}

export interface ParsedList {
  entries: ListEntry[];
  rowsSkipped: number;
}

/** One published form of lists. `read` throws `list_invalid`, naming the file, the line and the reason. */
export interface ListFormat {
  id: string;
  /** What a list of this form is called where the operator says nothing; null: after its file. */
  list: { code: string; name: string } | null;
  /** Whether these files together are of this form, told from their content alone. */
  recognises(files: readonly ListFile[]): boolean;
  read(files: readonly ListFile[], onRow: () => void): Promise<ParsedList>;
}

/** The error for one row of a list file. */
export function rowError(file: ListFile, line: number, reason: string): AppError {
  return new AppError('list_invalid', `${file.name}, line ${line}: ${reason}`);
}
