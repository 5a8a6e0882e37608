import { createHash } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesUnder } from '../launch/built-folder.mjs';
import { PackageError } from './package-error.ts';
import type { Target } from './targets.ts';

/** The file of a version's folder that names all others. */
export const MANIFEST = 'manifest.json';

/** One file of a version: its place with `/` between folders, its size in bytes, SHA-256 in hex, and mode, `644` or `755`. */
interface TreeFile {
  path: string;
  size: number;
  sha256: string;
  mode: '644' | '755';
}

/**
 * What `manifest.json` of a version says: every other file below `folder`, in the order of their paths, and for which system it all is.
 * An update compares a new version with it before it trusts any of it. Throws `PackageError` if something is no plain file.
 */
export function treeManifest(folder: string, version: string, { platform, arch }: Target): string {
  const files = filesUnder(folder)
    .filter((path) => path !== MANIFEST)
    .map((path) => describe(folder, path));
  const manifest = { format: 'custos-tree', format_version: 1, version, platform, arch, files };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** The files of a version as its manifest names them, itself not among them. */
export function listedFiles(folder: string): readonly { path: string; size: number }[] {
  return (JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')) as { files: TreeFile[] }).files;
}

function describe(folder: string, path: string): TreeFile {
  const found = lstatSync(join(folder, path));
  if (!found.isFile())
    throw new PackageError(`${path} is not a regular file. A headless package contains regular files only.`);
  const content = readFileSync(join(folder, path));
  return {
    path,
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    mode: (found.mode & 0o100) === 0 ? '644' : '755',
  };
}
