// @ts-check
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LaunchError } from './launch-error.mjs';

/**
 * How `npm start` presents the appliance.
 * @typedef {{ mode: 'window' } | { mode: 'headless', reason: string }} Mode
 */

/**
 * Chooses a window if there is a display, otherwise headless with the reason.
 *
 * @param {{ platform: string, env: Record<string, string | undefined>, isRoot: boolean, headlessAsked: boolean }} machine
 * @returns {Mode}
 */
export function chooseMode({ platform, env, isRoot, headlessAsked }) {
  if (headlessAsked) return { mode: 'headless', reason: 'you asked for it' };
  if (platform === 'linux' && !env['DISPLAY'] && !env['WAYLAND_DISPLAY']) {
    return { mode: 'headless', reason: 'this machine has no display (neither DISPLAY nor WAYLAND_DISPLAY is set)' };
  }
  if (platform === 'linux' && isRoot) {
    return { mode: 'headless', reason: "Electron's sandbox works only for users other than root" };
  }
  return { mode: 'window' };
}

/**
 * Returns the path of the Electron program, or null if it was never downloaded. Does not use the package's own entry, which starts that download.
 *
 * @param {string} root the project's folder
 * @returns {string | null}
 */
export function electronProgram(root) {
  const folder = join(root, 'node_modules', 'electron');
  const pathFile = join(folder, 'path.txt');
  if (!existsSync(pathFile)) return null;
  const program = join(folder, 'dist', readFileSync(pathFile, 'utf8').trim());
  return existsSync(program) ? program : null;
}

/**
 * Returns what Electron starts with: the program compiled to JavaScript, because type stripping in Electron is
 * unproven; rebuilds it if its sources are newer. The models stay in the clone's folder.
 *
 * @param {string} root the project's folder
 * @param {string} node the program to build with
 * @param {(program: string, args: string[], options: import('node:child_process').SpawnOptions) => Promise<number>} run returns the exit code
 * @returns {Promise<{ folder: string, env: NodeJS.ProcessEnv }>}
 * @throws {LaunchError} if the build fails
 */
export async function prepareWindow(root, node, run) {
  const code = await run(node, ['main/package/build.ts'], { cwd: root, stdio: ['ignore', 2, 2] });
  if (code !== 0)
    throw new LaunchError(`The program could not be built for the window (code ${code}). See the output above.`);
  const env = { ...process.env };
  env['CUSTOS_WEIGHTS_DIR'] ??= join(root, 'models', 'weights');
  return { folder: join(root, 'dist', 'app'), env };
}
