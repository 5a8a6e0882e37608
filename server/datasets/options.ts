import type { Clock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import type { ColumnMap } from './file.ts';
import { checkCode, checkPublished } from './naming.ts';
import type { ImportProgress } from './progress.ts';

/** What one import is to do. */
export interface DatasetOptions {
  /** The files of one list or register, in any order, such as OFAC's `sdn.csv` with its side files. */
  paths: readonly string[];
  /** What this is a version of. By default the format's own, else made from the file's name. */
  code?: string;
  name?: string;
  /** YYYY-MM-DD; by default what the file says. Where neither says one it is as old as its import. */
  publishedAt?: string;
  /** For a plain CSV whose columns have other names than ours. */
  columns?: ColumnMap;
  /** Its own limit of age from now on. */
  ageDaysMax?: number;
  /** Takes a version that has lost more than a tenth of what the one in force has, and more than a few. */
  acceptSmaller?: boolean;
  /** Takes a version that was published before the one in force. */
  allowOlder?: boolean;
  /** Called every thousand rows, and at the end. */
  onProgress?(progress: ImportProgress): void;
}

/** Throws `invalid_request` where an option cannot be what it is. `files` says what one is to be named: `list file`. */
export function checkOptions({ code, publishedAt, paths }: DatasetOptions, clock: Clock, files: string): void {
  if (paths.length === 0) throw new AppError('invalid_request', `Give at least one ${files}.`);
  checkCode(code);
  checkPublished(publishedAt, clock);
}
