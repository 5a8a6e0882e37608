import { createHash } from 'node:crypto';
import { isFullDate } from '../../datasets/dates.ts';
import type { ColumnMap, ListFile } from '../../datasets/file.ts';
import type { ImportProgress } from '../../datasets/progress.ts';
import { must } from '../../lib/assert.ts';
import { type Clock, isoTime } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import type { ListFormat } from '../formats/format.ts';

const CODE_CHARS_MAX = 64;
const CODE = /^[a-z0-9][a-z0-9_-]{0,63}$/;

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
  if (publishedAt === undefined) return;
  if (!isFullDate(publishedAt) || publishedAt > isoTime(clock.now()).slice(0, 10)) {
    throw new AppError('invalid_request', 'The publication date must be YYYY-MM-DD and not in the future.');
  }
}

/** Throws `invalid_request` where it is no code of a list. */
export function checkCode(code: string | undefined): void {
  if (code === undefined || CODE.test(code)) return;
  throw new AppError('invalid_request', 'The code takes small letters, digits, - and _, at most 64 of them.');
}

/** What the list is called: as the operator says, else its format, else after its first file. */
export function nameList(
  options: Pick<ImportOptions, 'code' | 'name'>,
  format: ListFormat,
  files: readonly ListFile[],
): Record<'code' | 'name', string> {
  const stem = must(files[0], 'a list has a file').name.replace(/(\.csv|\.xml|\.json|\.xlsx|\.txt)?(\.gz)?$/i, '');
  return {
    code: options.code ?? format.list?.code ?? codeOf(stem),
    name: options.name ?? format.list?.name ?? stem,
  };
}

/**
 * A file's name as a code. What a code cannot show of it, letters of another script or what goes beyond its length, is
 * told by a hash, so that two files whose names differ in it are not taken for versions of one list.
 */
function codeOf(stem: string): string {
  const plain = stem.normalize('NFC').toLowerCase();
  const slug = plain.replace(/[^a-z0-9]+/g, '_').replace(/^_+|_+$/g, '');
  if (slug !== '' && slug.length <= CODE_CHARS_MAX && !/[^\p{ASCII}]/u.test(plain)) return slug;
  const mark = createHash('sha256').update(plain).digest('hex').slice(0, 8);
  return `${slug.slice(0, CODE_CHARS_MAX - mark.length - 1) || 'list'}_${mark}`;
}
