// @ts-check
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runChild } from './child.mjs';
import { withHeartbeat } from './heartbeat.mjs';
import { electronProgram } from './mode.mjs';

/** The time limit of the download: 130 MB take this long at 220 kB a second. */
const FETCH_MS_MAX = 10 * 60_000;
const LATER = '"npx install-electron" downloads it when a network is available';
/** Left after a failed download, so that a machine without a network does not wait at each start. */
const FAILED_MARK = 'node_modules/electron/.custos-fetch-failed';

/**
 * Returns the Electron program. If it is missing, its package's own installer downloads it, once: a failed download is not retried automatically.
 *
 * @param {string} root the project's folder
 * @param {string} node the program to run the installer with
 * @param {(line: string) => void} log
 * @returns {Promise<{ electron: string } | { failed: string } | { stopped: number }>} its path; or why there is none;
 * or the exit code if a person stopped it
 */
export async function bringElectron(root, node, log) {
  const there = electronProgram(root);
  if (there !== null) return { electron: there };
  const installer = join(root, 'node_modules', 'electron', 'install.js');
  if (!existsSync(installer))
    return { failed: 'the package "electron" is not installed (npm skipped the development packages)' };
  const mark = join(root, FAILED_MARK);
  if (existsSync(mark)) return { failed: `Electron could not be downloaded at an earlier start; ${LATER}` };
  log('Downloading Electron for the window (once, about 130 MB).');
  const code = await withHeartbeat(log, 'Still downloading', () => fetchWith(root, node, installer));
  const electron = electronProgram(root);
  if (electron !== null) return { electron };
  if (isStop(code)) return { stopped: code };
  try {
    writeFileSync(mark, '');
  } catch {
    // A user who may not write into the packages gets the same message at each start.
  }
  return {
    failed: `Electron could not be downloaded (code ${code}; see the installer output above); ${LATER}`,
  };
}

/** @param {string} root @param {string} node @param {string} installer */
function fetchWith(root, node, installer) {
  return runChild(node, [installer], { cwd: root, stdio: ['ignore', 2, 2] }, (child) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), FETCH_MS_MAX);
    child.once('exit', () => clearTimeout(timer));
  });
}

/** Returns whether a person stopped the program: by SIGHUP, SIGINT or SIGTERM. @param {number} code from `runChild` */
export function isStop(code) {
  return [129, 130, 143].includes(code);
}
