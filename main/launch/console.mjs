// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { runChild } from './child.mjs';
import { LaunchError } from './launch-error.mjs';

const SOURCE = 'renderer';
const BUILT = 'renderer/dist';
const STAMP = join(BUILT, 'stamp');
const BUILDER = 'node_modules/vite/bin/vite.js';

/**
 * Builds the console where it is missing or older than its sources; otherwise starts nothing. A copy that is installed without the packages of
 * development and has no console built goes without: the API works, and the bare address shows the reference.
 *
 * @param {string} root the project's folder
 * @param {string} node the program to build with
 * @param {(line: string) => void} log
 * @returns {Promise<boolean>} whether it was built
 * @throws {LaunchError} where the build fails
 */
export async function ensureConsole(root, node, log) {
  // An installed copy brings the built console without its sources.
  if (!existsSync(join(root, SOURCE, 'index.html'))) return false;
  const stamp = stampOf(root);
  if (readIfThere(join(root, STAMP)) === stamp) return false;
  if (!existsSync(join(root, BUILDER))) {
    log('The console is not built, and what builds it is not installed: only the API will be there.');
    return false;
  }
  const code = await runChild(node, [BUILDER, 'build', SOURCE], { cwd: root, stdio: ['ignore', 2, 2] });
  if (code !== 0)
    throw new LaunchError(`The console could not be built; what the build said stands above (code ${code}).`);
  writeFileSync(join(root, STAMP), stamp);
  return true;
}

/** A hash of all that the console is built from. @param {string} root */
function stampOf(root) {
  const hash = createHash('sha256');
  for (const path of filesUnder(join(root, SOURCE))) {
    hash
      .update(`${relative(root, path)}\0`)
      .update(readFileSync(path))
      .update('\0');
  }
  // The packages that are built into it.
  return hash.update(readFileSync(join(root, 'package-lock.json'))).digest('hex');
}

/** @param {string} folder @returns {string[]} in one order everywhere */
function filesUnder(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !relative(folder, path).startsWith('dist'))
    .toSorted();
}

/** @param {string} path @returns {string | null} */
function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
