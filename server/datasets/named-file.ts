import { realpath, stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { invalidField } from '../lib/errors.ts';
import { isExhausted } from '../lib/transient-errors.ts';

/**
 * The whole path of a file that somebody named who must see nothing but `folder`: a path relative to it, or one that lies in it, links
 * followed. What lies elsewhere and what is not there give one and the same `invalid_request`, so that nobody can
 * find out what other files there are. `field` names the place in the request. What the system cannot look at is thrown as it is.
 */
export async function fileWithin(folder: string, path: string, field: string): Promise<string> {
  try {
    const [root, file] = await Promise.all([realpath(folder), realpath(resolve(folder, path))]);
    if (file.startsWith(root.endsWith(sep) ? root : root + sep) && (await stat(file)).isFile()) return file;
  } catch (error) {
    // The same answer as for a file elsewhere, but where the machine failed: then the request is right, and may be sent again.
    if (isExhausted(error) || (error as NodeJS.ErrnoException).code === 'EIO') throw error;
  }
  throw invalidField(
    field,
    `${field} is not a file in the lists folder (CUSTOS_LISTS_DIR); put the file there, or use the command line.`,
    'file_not_found',
  );
}
