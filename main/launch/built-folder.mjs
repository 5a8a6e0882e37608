// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** A file in a built folder: the hash of its sources. */
const STAMP = 'stamp';

/**
 * Returns every file below a folder: relative paths with `/` between folders, in the same order on every system. Links count as files.
 * @param {string} folder
 */
export function filesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .sort();
}

/** Returns a hash of files and their paths from `root`. @param {string} root @param {readonly string[]} paths */
export function stampOf(root, paths) {
  const hash = createHash('sha256');
  for (const path of paths)
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  return hash.digest('hex');
}

/** Returns whether a folder was built from the sources with this stamp. @param {string} built @param {string} stamp */
export function isBuiltOf(built, stamp) {
  const path = join(built, STAMP);
  return existsSync(path) && readFileSync(path, 'utf8') === stamp;
}

/**
 * Stamps a newly built folder and moves it into place as a whole. If two builds run at once, the second one keeps the first one's result.
 *
 * @param {string} fresh @param {string} built @param {string} stamp
 */
export function putInPlace(fresh, built, stamp) {
  writeFileSync(join(fresh, STAMP), stamp);
  const former = `${fresh}-former`;
  try {
    if (existsSync(built)) renameSync(built, former);
    renameSync(fresh, built);
  } catch (error) {
    if (!existsSync(built)) throw error;
  } finally {
    rmSync(former, { recursive: true, force: true });
  }
}
