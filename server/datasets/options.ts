import type { Clock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import type { ColumnMap } from './file.ts';
import { checkCode, checkPublished } from './naming.ts';
import type { ImportProgress } from './progress.ts';

/** The options of one import. */
export interface DatasetOptions {
  /** The files of one list or register, in any order, such as OFAC's `sdn.csv` with its side files. */
  paths: readonly string[];
  /** The code of the list or register. By default the format's own, or else made from the file's name. */
  code?: string;
  name?: string;
  /** YYYY-MM-DD. By default as stated in the file. Without either, it is as old as its import. */
  publishedAt?: string;
  /** For a plain CSV whose columns have other names than ours. */
  columns?: ColumnMap;
  /** Its own age limit from now on. */
  ageDaysMax?: number;
  /** Accepts a version that lacks more than a tenth of the one in force, and more than a few entries. */
  acceptSmaller?: boolean;
  /** Accepts a version that was published before the one in force. */
  allowOlder?: boolean;
  /** Called every thousand rows, and at the end. */
  onProgress?(progress: ImportProgress): void;
}

/** Throws `invalid_request` if an option is not valid. `files` is the word for one in messages: `list file`. */
export function checkOptions({ code, publishedAt, paths }: DatasetOptions, clock: Clock, files: string): void {
  if (paths.length === 0) throw new AppError('invalid_request', `Give at least one ${files}.`);
  checkCode(code);
  checkPublished(publishedAt, clock);
}
