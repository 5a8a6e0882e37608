// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** In a folder that was built: the hash of what it was built from. */
const STAMP = 'stamp';

/** Every file below a folder: paths from it with `/` between folders, in one order everywhere. Links count as files. @param {string} folder */
export function filesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .sort();
}

/** A hash of files, with their paths from `root`. @param {string} root @param {readonly string[]} paths */
export function stampOf(root, paths) {
  const hash = createHash('sha256');
  for (const path of paths)
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  return hash.digest('hex');
}

/** Whether a folder was built of what has this stamp. @param {string} built @param {string} stamp */
export function isBuiltOf(built, stamp) {
  const path = join(built, STAMP);
  return existsSync(path) && readFileSync(path, 'utf8') === stamp;
}

/**
 * Stamps a folder that was built beside its place, and puts it there whole. Whichever of two that build at once comes second leaves the other's.
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
