import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createPackage, extractAll, listPackage } from '@electron/asar';
import electron from 'electron/package.json' with { type: 'json' };

const root = fileURLToPath(new URL('../..', import.meta.url));
const PACK_TIMEOUT_MS = 300_000;

/** A packed appliance in a folder of its own. */
export interface Packaged extends Disposable {
  folder: string;
  /** The package's `resources` folder. */
  resources: string;
  archive: string;
  /** Every path in the archive, those outside of it included, with a leading `/`. */
  paths: string[];
  /** Lays archive and unpacked files out as one tree, as Electron shows them, and returns its folder. */
  extract(): string;
}

/**
 * Runs the real electron-builder with the real configuration, without a network: Electron's own binaries are not on
 * every machine, so a folder of their form stands in for them. Everything else in the package is real.
 */
export async function packAppliance(): Promise<Packaged> {
  const folder = mkdtempSync(join(tmpdir(), 'custos-package-'));
  const electronDist = await makeElectronDist(folder);
  const args = ['--linux', 'dir', `-c.electronDist=${electronDist}`, `-c.directories.output=${join(folder, 'out')}`];
  execFileSync(process.execPath, [join(root, 'node_modules/electron-builder/cli.js'), ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: PACK_TIMEOUT_MS,
  });
  const resources = join(folder, 'out', 'linux-unpacked', 'resources');
  const archive = join(resources, 'app.asar');
  const extract = (): string => {
    const tree = join(folder, 'tree');
    extractAll(archive, tree);
    return tree;
  };
  const paths = listPackage(archive, { isPack: false });
  return {
    folder,
    resources,
    archive,
    paths,
    extract,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function makeElectronDist(folder: string): Promise<string> {
  const dist = join(folder, 'electron');
  const standIn = join(folder, 'default-app');
  mkdirSync(join(dist, 'resources'), { recursive: true });
  mkdirSync(standIn);
  writeFileSync(join(standIn, 'package.json'), '{"main":"main.js"}');
  await createPackage(standIn, join(dist, 'resources', 'default_app.asar'));
  writeFileSync(join(dist, 'version'), electron.version);
  writeFileSync(join(dist, 'electron'), '#!/bin/sh\n', { mode: 0o755 });
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'resources.pak']) writeFileSync(join(dist, name), name);
  return dist;
}
