import type { ListedFile } from '../../../main/package/inventory.ts';

/** A list of files as text: hash, size, path. */
export const printFiles = (files: readonly ListedFile[]): string =>
  files.map(({ path, sizeBytes, sha256 }) => `${sha256}  ${String(sizeBytes).padStart(9)}  ${path}\n`).join('');
