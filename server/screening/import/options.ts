import type { ColumnMap } from '../../datasets/file.ts';
import { checkCode, checkPublished } from '../../datasets/naming.ts';
import type { ImportProgress } from '../../datasets/progress.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';

/** What one import is to do. */
export interface ImportOptions {
  /** The files of one list, in any order, such as OFAC's `sdn.csv` with its side files. */
  paths: readonly string[];
  /** The list that this is a version of. By default the format's own, else made from the file's name. */
  code?: string;
  name?: string;
  /** YYYY-MM-DD; by default what the file says. Where neither says one the list is as old as its import. */
  publishedAt?: string;
  /** For a plain CSV whose columns have other names than ours. */
  columns?: ColumnMap;
  /** The list's own limit of age from now on. */
  ageDaysMax?: number;
  /** Takes a version that has lost more than a tenth of the entries in force, and more than a few. */
  acceptSmaller?: boolean;
  /** Takes a version that was published before the one in force. */
  allowOlder?: boolean;
  /** Called every thousand rows, and at the end. */
  onProgress?(progress: ImportProgress): void;
}

/** Throws `invalid_request` where an option cannot be what it is. */
export function checkOptions({ code, publishedAt, paths }: ImportOptions, clock: Clock): void {
  if (paths.length === 0) throw new AppError('invalid_request', 'Name at least one list file.');
  checkCode(code);
  checkPublished(publishedAt, clock);
}
