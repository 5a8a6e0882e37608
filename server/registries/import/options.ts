import type { ColumnMap } from '../../datasets/file.ts';
import { checkCode, checkPublished } from '../../datasets/naming.ts';
import type { ImportProgress } from '../../datasets/progress.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { LIMITS } from '../../lib/limits.ts';

/** What one import of a register is to do. */
export interface RegisterOptions {
  /** The files of one register, in any order. */
  paths: readonly string[];
  /** The register that this is a version of. By default the format's own, else made from the file's name. */
  code?: string;
  name?: string;
  /** YYYY-MM-DD; by default what the file says. Where neither says one the register is as old as its import. */
  publishedAt?: string;
  /** For a plain CSV whose columns have other names than ours. */
  columns?: ColumnMap;
  /** Countries (ISO 3166-1 alpha-2) all of whose companies it holds; by default what its format says. */
  completeFor?: readonly string[];
  /** The register's own limit of age from now on. */
  ageDaysMax?: number;
  /** Takes a version that has lost more than a tenth of the companies or owners in force, and more than a few. */
  acceptSmaller?: boolean;
  /** Takes a version that was published before the one in force. */
  allowOlder?: boolean;
  /** Called every thousand rows, and at the end. */
  onProgress?(progress: ImportProgress): void;
}

/** Throws `invalid_request` where an option cannot be what it is. */
export function checkRegisterOptions({ paths, code, publishedAt, completeFor }: RegisterOptions, clock: Clock): void {
  if (paths.length === 0) throw new AppError('invalid_request', 'Name at least one file of the register.');
  if (paths.length > LIMITS.registerFilesMax) {
    throw new AppError('invalid_request', `Name at most ${LIMITS.registerFilesMax} files of the register.`);
  }
  checkCode(code);
  checkPublished(publishedAt, clock);
  if (completeFor?.some((country) => !/^[A-Z]{2}$/.test(country))) {
    throw new AppError('invalid_request', 'The countries that it holds whole must be ISO 3166-1 codes such as GB.');
  }
}
