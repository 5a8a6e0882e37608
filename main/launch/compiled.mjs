// @ts-check
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { runChild } from './child.mjs';

/** Inside the packages' folder: a new installation is compiled again. */
const FOLDER = ['node_modules', '.cache', 'custos'];
const COMPILER = 'main/launch/compile.mjs';

/**
 * Returns the environment for a program of this clone in which Node caches compiled code next to the packages: the next
 * start reads it there. If the folder cannot be written, nothing else changes. The caller's own setting wins.
 *
 * @param {string} root the project's folder
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {NodeJS.ProcessEnv}
 */
export function keepCompiled(root, env = process.env) {
  return { NODE_COMPILE_CACHE: join(root, ...FOLDER), ...env };
}

/**
 * Compiles the server and its engines once after an installation; the first start then takes half the time. Files that
 * change later are compiled at the next start. Never an error: the start compiles what could not be compiled here.
 *
 * @param {string} root the project's folder
 * @param {string} node the program that will run it
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<boolean>} whether it was tried
 */
export async function ensureCompiled(root, node, env = process.env) {
  const kept = keepCompiled(root, env);
  const folder = kept['NODE_COMPILE_CACHE'] ?? '';
  if (existsSync(folder)) return false;
  try {
    mkdirSync(folder, { recursive: true });
  } catch {
    // Another user owns the clone: Node cannot write there either.
    return false;
  }
  await runChild(node, [COMPILER], { cwd: root, env: kept, stdio: 'ignore' });
  return true;
}
