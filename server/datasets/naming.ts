import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { must } from '../lib/assert.ts';
import { type Clock, isoTime } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { isFullDate } from './dates.ts';
import type { ColumnMap, ListFile } from './file.ts';

const CODE_CHARS_MAX = 64;
const CODE = /^[a-z0-9][a-z0-9_-]{0,63}$/;

/** The name of a watchlist or register. */
export interface DatasetName {
  /** Small letters, digits, `-` and `_`. The same for every version. */
  code: string;
  name: string;
}

/** Throws `invalid_request` if it is not a valid list code. */
export function checkCode(code: string | undefined): void {
  if (code === undefined || CODE.test(code)) return;
  throw new AppError('invalid_request', 'code must have at most 64 characters: lowercase letters, digits, - and _.');
}

/** Throws `invalid_request` if it is not a day, or is in the future. */
export function checkPublished(publishedAt: string | undefined, clock: Clock): void {
  if (publishedAt === undefined) return;
  if (!isFullDate(publishedAt) || publishedAt > isoTime(clock.now()).slice(0, 10)) {
    throw new AppError(
      'invalid_request',
      'published_at must be a date in the form YYYY-MM-DD that is not in the future.',
    );
  }
}

/** Returns its name: the operator's, or else its format's (`known`), or else one from its first file. */
export function nameDataset(
  options: { code?: string; name?: string },
  known: DatasetName | null,
  files: readonly ListFile[],
): DatasetName {
  const first = must(files[0], 'a list has a file').name;
  const stem = first.replace(/(\.csv|\.xml|\.json|\.jsonl|\.xlsx|\.txt)?(\.gz)?$/i, '');
  return {
    code: options.code ?? known?.code ?? codeOf(stem),
    name: options.name ?? known?.name ?? stem,
  };
}

/** Returns the hash of the files' content and how they are read, hex. It does not depend on the files' order and names. */
export function contentHash(fileHashes: readonly string[], columns: ColumnMap | undefined): string {
  const sorted = fileHashes.toSorted();
  const parts = columns === undefined ? sorted : [...sorted, canonicalize(columns)];
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}

/**
 * Returns a file's name as a code. Letters of another script, and what exceeds the length of a code, become a hash. Two files
 * whose names differ only there therefore do not count as versions of one list.
 */
function codeOf(stem: string): string {
  const plain = stem.normalize('NFC').toLowerCase();
  const slug = plain.replace(/[^a-z0-9]+/g, '_').replace(/^_+|_+$/g, '');
  if (slug !== '' && slug.length <= CODE_CHARS_MAX && !/[^\p{ASCII}]/u.test(plain)) return slug;
  const mark = createHash('sha256').update(plain).digest('hex').slice(0, 8);
  return `${slug.slice(0, CODE_CHARS_MAX - mark.length - 1) || 'list'}_${mark}`;
}
