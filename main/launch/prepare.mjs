// @ts-check
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureCompiled } from './compiled.mjs';
import { ensureConsole } from './console.mjs';
import { closeFonts } from './fonts.mjs';
import { ensureInstalled } from './install.mjs';
import { nodeProgram } from './node-program.mjs';

/**
 * Makes a clone ready to run: dependencies without the system's fonts, model files, a suitable Node, the console, the compiled server.
 *
 * @param {string} root the project's folder
 * @param {'complete' | 'production'} need
 * @param {(line: string) => void} log
 * @returns {Promise<string>} path of the Node program to run things with
 * @throws {import('./launch-error.mjs').LaunchError}
 */
export async function prepare(root, need, log) {
  await ensureInstalled(root, need, { log });
  closeFonts(root);
  const { fillWeights } = await import(pathToFileURL(join(root, 'models', 'fill-weights.mjs')).href);
  await fillWeights(root, { log });
  const node = nodeProgram(root);
  await ensureConsole(root, node, log);
  await ensureCompiled(root, node);
  return node;
}

/**
 * Prints the launcher's progress on standard error: standard output belongs to the program that runs.
 * @param {string} line
 */
export function say(line) {
  process.stderr.write(`custos: ${line}\n`);
}

/**
 * Runs `main`, exits with the code that it returns, and shows only the sentence of a `LaunchError`.
 *
 * @param {() => Promise<number>} main
 */
export async function exitWith(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    const expected = error instanceof Error && error.name === 'LaunchError';
    say(expected ? error.message : String(error instanceof Error ? error.stack : error));
    process.exitCode = 1;
  }
}
