// @ts-check
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { filesUnder, isBuiltOf, putInPlace, stampOf } from './built-folder.mjs';
import { runChild } from './child.mjs';
import { LaunchError } from './launch-error.mjs';

const SOURCE = 'renderer';
const FINDINGS = 'server/checks/findings.ts';
/** Folders outside whose code the console or the applicant's page contains. */
const SHARED = ['models/face', 'models/liveness', 'models/pixels', 'models/runtime', 'server/vocabulary'];
const BUILT = 'renderer/dist';
const BUILDER = 'node_modules/vite/bin/vite.js';

/**
 * Builds the console if it is missing or older than its sources; otherwise does nothing. An installation without development packages and without a
 * built console has none: the API works, and the root address shows the reference. The build happens in a temporary folder that is moved into place
 * as a whole, so two concurrent starts never see a partial console.
 *
 * @param {string} root the project's folder
 * @param {string} node the program to build with
 * @param {(line: string) => void} log
 * @returns {Promise<boolean>} whether it was built
 * @throws {LaunchError} if the build fails
 */
export async function ensureConsole(root, node, log) {
  // An installed copy has the built console without its sources.
  if (!existsSync(join(root, SOURCE, 'index.html'))) return false;
  const sources = filesUnder(join(root, SOURCE)).filter((path) => !path.startsWith('dist'));
  // The English sentences of findings, and the lock file, which names the packages in the console.
  const others = [FINDINGS, 'package-lock.json'].filter((path) => existsSync(join(root, path)));
  const shared = SHARED.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
    filesUnder(join(root, folder)).map((path) => `${folder}/${path}`),
  );
  const stamp = stampOf(root, [...sources.map((path) => `${SOURCE}/${path}`), ...others, ...shared]);
  if (isBuiltOf(join(root, BUILT), stamp)) return false;
  if (!existsSync(join(root, BUILDER))) {
    log('The console is not built, and its build tools are not installed. Only the API will be available.');
    return false;
  }
  const fresh = mkdtempSync(join(root, `${BUILT}-`));
  try {
    const build = [BUILDER, 'build', SOURCE, '--outDir', fresh, '--emptyOutDir'];
    // Even if a test starts this: the build must be the one that ships.
    const env = { ...process.env, NODE_ENV: 'production' };
    const code = await runChild(node, build, { cwd: root, env, stdio: ['ignore', 2, 2] });
    if (code !== 0) throw new LaunchError(`The console could not be built (code ${code}). See the build output above.`);
    putInPlace(fresh, join(root, BUILT), stamp);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return true;
}
