import { createHash } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { extractFile, listPackage, statFile } from '@electron/asar';
import { filesUnder } from '../launch/built-folder.mjs';
import type { SizedFile } from './sizes.ts';

/** A packed file with its content's hash. */
export interface ListedFile extends SizedFile {
  /** Hexadecimal. */
  sha256: string;
}

const ARCHIVE = /(?:^|\/)app\.asar$/;

/**
 * Returns every file of a packed folder with size and SHA-256, in order. Lists files of the archive by their path
 * inside it, and unpacked files once, at their own path.
 *
 * @param folder what electron-builder made: `linux-unpacked`
 */
export function listPackedFiles(folder: string): ListedFile[] {
  const outside = filesUnder(folder).filter((path) => !ARCHIVE.test(path));
  const archives = filesUnder(folder).filter((path) => ARCHIVE.test(path));
  const listed = [
    ...outside
      .filter((path) => lstatSync(join(folder, path)).isFile())
      .map((path) => entry(path, readFileSync(join(folder, path)))),
    ...archives.flatMap((path) =>
      listArchive(join(folder, path)).map((inner) => entry(`${path}/${inner}`, extractFile(join(folder, path), inner))),
    ),
  ];
  return listed.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** Returns the paths of the files in an archive, with `/` between folders. */
export function listArchive(archive: string): string[] {
  return listPackage(archive, { isPack: false })
    .map((path) => path.replaceAll('\\', '/').replace(/^\//, ''))
    .filter((path) => {
      const found = statFile(archive, path);
      return !('files' in found) && !('unpacked' in found && found.unpacked);
    });
}

function entry(path: string, content: Buffer): ListedFile {
  return { path, sizeBytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
}

/** Returns whether a file is part of Custos; the others are Electron's own. */
export function isOurs({ path }: SizedFile): boolean {
  return /(?:^|\/)[Rr]esources\/(?:app\.asar(?:\.unpacked)?\/|weights\/|THIRD-PARTY-LICENCES\.txt$|sbom\.cdx\.json$)/.test(
    path,
  );
}
