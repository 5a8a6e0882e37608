import { realpath, stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { invalidField } from '../lib/errors.ts';
import { isExhausted } from '../lib/transient-errors.ts';

/**
 * Returns the full path of a file named by a caller who may access only `folder`: a path relative to it, or one inside it, with
 * links resolved. A file elsewhere and a missing one throw the same `invalid_request`, so that callers cannot discover other
 * files. Other system errors are thrown unchanged.
 * @param field the path of the value in the request
 */
export async function fileWithin(folder: string, path: string, field: string): Promise<string> {
  try {
    const [root, file] = await Promise.all([realpath(folder), realpath(resolve(folder, path))]);
    if (file.startsWith(root.endsWith(sep) ? root : root + sep) && (await stat(file)).isFile()) return file;
  } catch (error) {
    // The same answer as for a file elsewhere, unless the machine failed: then the request is correct, and may be sent again.
    if (isExhausted(error) || (error as NodeJS.ErrnoException).code === 'EIO') throw error;
  }
  throw invalidField(
    field,
    `${field} is not a file in the lists folder (CUSTOS_LISTS_DIR); put the file there, or use the command line.`,
    'file_not_found',
  );
}
