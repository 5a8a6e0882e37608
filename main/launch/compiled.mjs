// @ts-check
import { join } from 'node:path';

/**
 * The environment of a program of this clone, in which Node keeps what it has compiled beside the packages: the next start reads it there. Nothing
 * else changes where it cannot be written, and a setting of the caller's own holds.
 *
 * @param {string} root the project's folder
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {NodeJS.ProcessEnv}
 */
export function keepCompiled(root, env = process.env) {
  return { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'custos'), ...env };
}
