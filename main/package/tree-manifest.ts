import { createHash } from 'node:crypto';
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesUnder } from '../launch/built-folder.mjs';
import { PackageError } from './package-error.ts';
import type { Target } from './targets.ts';

/** The file in a version's folder that names all others. */
export const MANIFEST = 'manifest.json';

/** One file of a version: its path with `/` between folders, its size in bytes, SHA-256 in hex, and mode, `644` or `755`. */
interface TreeFile {
  path: string;
  size: number;
  sha256: string;
  mode: '644' | '755';
}

/**
 * Returns the content of a version's `manifest.json`: every other file below `folder`, sorted by path, and the system that it is for. An update
 * checks a new version against it before it trusts any of it. Throws `PackageError` if something is not a plain file.
 */
export function treeManifest(folder: string, version: string, { platform, arch }: Target): string {
  const files = filesUnder(folder)
    .filter((path) => path !== MANIFEST)
    .map((path) => describe(folder, path));
  const manifest = { format: 'custos-tree', format_version: 1, version, platform, arch, files };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** Returns the files of a version that its manifest names, without the manifest itself. */
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
