// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { runChild } from './child.mjs';
import { LaunchError } from './launch-error.mjs';

const SOURCE = 'renderer';
const FINDINGS = 'server/checks/findings.ts';
const BUILT = 'renderer/dist';
const STAMP = 'stamp';
const BUILDER = 'node_modules/vite/bin/vite.js';

/**
 * Builds the console where it is missing or older than its sources; otherwise starts nothing. A copy that is installed without the packages of
 * development and has no console built goes without: the API works, and the bare address shows the reference. It is built beside and put in place
 * whole, so that two that start at once do not meet half a console.
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
  if (readIfThere(join(root, BUILT, STAMP)) === stamp) return false;
  if (!existsSync(join(root, BUILDER))) {
    log('The console is not built, and what builds it is not installed: only the API will be there.');
    return false;
  }
  const fresh = mkdtempSync(join(root, `${BUILT}-`));
  try {
    const build = [BUILDER, 'build', SOURCE, '--outDir', fresh, '--emptyOutDir'];
    // Whoever starts this may be a test: what is built is what is shipped.
    const env = { ...process.env, NODE_ENV: 'production' };
    const code = await runChild(node, build, { cwd: root, env, stdio: ['ignore', 2, 2] });
    if (code !== 0)
      throw new LaunchError(`The console could not be built; what the build said stands above (code ${code}).`);
    writeFileSync(join(fresh, STAMP), stamp);
    putInPlace(fresh, join(root, BUILT));
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return true;
}

/** Whichever of two that build at once comes second leaves the other's build. @param {string} fresh @param {string} built */
function putInPlace(fresh, built) {
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

/** A hash of all that the console is built from. @param {string} root */
function stampOf(root) {
  const hash = createHash('sha256');
  for (const path of filesUnder(join(root, SOURCE))) {
    hash
      .update(`${relative(root, path)}\0`)
      .update(readFileSync(path))
      .update('\0');
  }
  // Its English sentences of findings, and the packages that are built into it.
  hash.update(readIfThere(join(root, FINDINGS)) ?? '');
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
