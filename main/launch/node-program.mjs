// @ts-check
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LaunchError } from './launch-error.mjs';

/** The oldest Node that the server runs on: better-sqlite3 crashes on 20, and types are stripped from 22.18 on. */
const NODE_MAJOR_MIN = 24;

/**
 * Returns the path of the Node program that runs everything but this launcher: the one pinned through the npm package
 * `node-<platform>-<arch>`, else the running one if it is new enough.
 *
 * @param {string} root the project's folder
 * @param {{ platform: string, arch: string, execPath: string, version: string }} running as in `process`
 * @returns {string}
 * @throws {LaunchError} if there is neither
 */
export function nodeProgram(root, running = describeRunning()) {
  const platform = running.platform === 'win32' ? 'win' : running.platform;
  const name = platform === 'win' ? 'node.exe' : 'node';
  const pinned = join(root, 'node_modules', `node-${platform}-${running.arch}`, 'bin', name);
  if (existsSync(pinned)) return pinned;
  if (majorOf(running.version) >= NODE_MAJOR_MIN) return running.execPath;
  throw new LaunchError(
    `Custos needs Node ${NODE_MAJOR_MIN}, and this is Node ${running.version}. The bundled Node is missing: ` +
      `install without "--omit=optional", or start with Node ${NODE_MAJOR_MIN} or newer.`,
  );
}

/** @param {string} version such as `24.21.0` */
function majorOf(version) {
  return Number.parseInt(version, 10);
}

function describeRunning() {
  return {
    platform: process.platform,
    arch: process.arch,
    execPath: process.execPath,
    version: process.versions.node,
  };
}
