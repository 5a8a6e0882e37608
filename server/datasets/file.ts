import type { Readable } from 'node:stream';
import { AppError } from '../lib/errors.ts';

/** A file of a list, inspected but not yet parsed. */
export interface ListFile {
  path: string;
  /** Its name without the folder, for messages. */
  name: string;
  /** SHA-256 of the stored file, hex. */
  sha256: string;
  encoding: 'utf8' | 'latin1';
  /** The start of its text, decompressed. */
  head: string;
  /** The end of its text, decompressed. It may begin within a character. */
  tail: string;
  /** Returns its bytes from the start, decompressed if it is gzipped. Read it to the end or destroy it. */
  open(): Readable;
}

/** Which column of a plain CSV file holds what: our column name to the file's. */
export type ColumnMap = Record<string, string>;

/** Throws the error for a row of a list file with this reason. */
export type Fail = (reason: string) => never;

export const failAt =
  (file: ListFile, line: number): Fail =>
  (reason) => {
    throw rowError(file, line, reason);
  };

/** Returns the error for one row of a list file. */
export function rowError(file: ListFile, line: number, reason: string): AppError {
  return new AppError('list_invalid', `${file.name}, line ${line}: ${reason}`);
}
