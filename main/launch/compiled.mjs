// @ts-check
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { runChild } from './child.mjs';

/** Goes with the packages: what is installed anew is compiled anew. */
const FOLDER = ['node_modules', '.cache', 'custos'];
const COMPILER = 'main/launch/compile.mjs';

/**
 * The environment of a program of this clone, in which Node keeps what it has compiled beside the packages: the next start reads it there. Nothing
 * else changes where it cannot be written, and a setting of the caller's own holds.
 *
 * @param {string} root the project's folder
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {NodeJS.ProcessEnv}
 */
export function keepCompiled(root, env = process.env) {
  return { NODE_COMPILE_CACHE: join(root, ...FOLDER), ...env };
}

/**
 * Once after an installation: has the server and its engines compiled before the first start, which then takes half the time. What changes
 * afterwards is compiled at its next start alone. Never an error: whatever could not be compiled here is compiled there.
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
    // A clone that somebody else owns: Node cannot write there either.
    return false;
  }
  await runChild(node, [COMPILER], { cwd: root, env: kept, stdio: 'ignore' });
  return true;
}
