// @ts-check
import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runChild } from './child.mjs';
import { withHeartbeat } from './heartbeat.mjs';
import { installedState, lockStamp } from './installed.mjs';
import { LaunchError } from './launch-error.mjs';

const STAMP = 'node_modules/.custos-lock-sha256';
const NPM_RECORD = 'node_modules/.package-lock.json';
/** npm's default waits between retries (10 s, then 60 s) leave a person without a network guessing. */
const RETRY_WAITS = { npm_config_fetch_retry_mintimeout: '1000', npm_config_fetch_retry_maxtimeout: '10000' };

/**
 * Installs the locked dependencies with `npm ci` if they are missing or have another version; otherwise does nothing,
 * so an installed clone works without a network and with a read-only npm cache.
 *
 * @param {string} root the project's folder
 * @param {'complete' | 'production'} need `production` is satisfied without the development packages
 * @param {{ log: (line: string) => void, npm?: string }} options `npm`: the program to call
 * @returns {Promise<boolean>} whether npm was run
 * @throws {LaunchError} if npm is missing, fails, or leaves out what is needed
 */
export async function ensureInstalled(root, need, { log, npm = 'npm' }) {
  if (satisfies(stateOf(root), need)) return false;
  log('Installing the dependencies from package-lock.json (once, about 1.3 GB on disk).');
  const startedMs = performance.now();
  await withHeartbeat(log, 'Still installing', () => runNpm(root, npm));
  if (!satisfies(stateOf(root), need)) {
    throw new LaunchError(
      'npm skipped packages that this command needs. Unset NODE_ENV=production, and remove "omit" from the npm settings.',
    );
  }
  log(`Dependencies installed in ${Math.round((performance.now() - startedMs) / 1000)} s.`);
  return true;
}

/**
 * Runs no install script: every native module ships its binary, and better-sqlite3's script would need a compiler.
 * npm's warnings are about the Node that runs npm, not about the pinned one that runs Custos.
 */
const NPM_ARGUMENTS = ['ci', '--ignore-scripts', '--loglevel=error'];

/** @param {string} root @param {string} npm */
async function runNpm(root, npm) {
  const code = await runChild(npm, NPM_ARGUMENTS, {
    cwd: root,
    env: { ...RETRY_WAITS, ...process.env, PATH: pathWithout(root, process.env['PATH'] ?? '') },
    // Standard output is reserved for the requested command.
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (code === 0) return;
  throw new LaunchError(
    `"npm ci" ended with code ${code}. See its output above. The first start on a machine needs a package ` +
      'registry, or a copied node_modules folder; every later start works without a network.',
  );
}

/**
 * Returns the search path without this project's own programs: npm must not run on the Node that it is about to replace.
 *
 * @param {string} root @param {string} path
 */
function pathWithout(root, path) {
  const own = join(root, 'node_modules', '.bin');
  return path
    .split(delimiter)
    .filter((folder) => folder !== own)
    .join(delimiter);
}

/** @param {import('./installed.mjs').InstalledState} state @param {'complete' | 'production'} need */
function satisfies(state, need) {
  return state === 'complete' || state === need;
}

/** @param {string} root */
function stateOf(root) {
  const lockText = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const stampText = readIfThere(join(root, STAMP));
  const state = installedState({ lockText, stampText, npmRecordText: readIfThere(join(root, NPM_RECORD)) });
  if (state === 'complete' && stampText === null) rememberStamp(root, lockStamp(lockText));
  return state;
}

/** The stamp only saves the comparison: a read-only installation works without it. @param {string} root @param {string} stamp */
function rememberStamp(root, stamp) {
  try {
    writeFileSync(join(root, STAMP), `${stamp}\n`);
  } catch (error) {
    if (!['EROFS', 'EACCES', 'EPERM'].includes(codeOf(error))) throw error;
  }
}

/** @param {string} path @returns {string | null} */
function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** @param {unknown} error @returns {string} */
function codeOf(error) {
  return String(/** @type {{ code?: unknown }} */ (error).code);
}
