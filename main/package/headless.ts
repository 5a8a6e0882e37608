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
import { type Modules, modulesFor } from './modules.ts';
import { PackageError } from './package-error.ts';
import { writePapers } from './papers.ts';
import { stageTree } from './stage.ts';
import { writeTarGz } from './tar.ts';
import { nameOf, type Target } from './targets.ts';
import { MANIFEST, treeManifest } from './tree-manifest.ts';

/** The top folder in the archive. */
const TOP = 'custos';
const SCRIPTS = 'main/package/headless';
/** Executable files; all others are only read. */
const RUN = /^(?:custos|versions\/[^/]+\/(?:bin\/node|launch))$/;

/** A headless installation before it is packed. */
export interface HeadlessTree {
  /** Holds `custos/`. */
  folder: string;
  /** The folder of the version: the content of an update. */
  versionFolder: string;
  version: string;
}

/**
 * Lays out the headless installation for `target` below `folder`: launcher, `current`, and the version with its own
 * Node, program, models, licence documents and manifest. Throws `PackageError`.
 *
 * @param root the project's folder
 * @param folder the target folder; its content is replaced
 * @param app the compiled tree; by default that of the project's folder, rebuilt if it is stale
 */
export function layOutHeadless(root: string, target: Target, folder: string, app?: string): HeadlessTree {
  if (target.platform !== 'linux') throw new PackageError('Headless packages are available for Linux only.');
  rmSync(folder, { recursive: true, force: true });
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const top = join(folder, TOP);
  const versionFolder = join(top, 'versions', version);
  const { folder: program } = stageTree(root, target, join(versionFolder, 'app'), app);
  // The desktop app, which a headless installation does not run.
  rmSync(join(program, 'main'), { recursive: true });
  const modules = modulesFor(root, target);
  const node = nodePackage(modules, target);
  copyNode(join(modules.root, node.path), versionFolder);
  writePapers(root, { root: modules.root, packages: [...modules.packages, node] }, versionFolder, null);
  copyWeights(root, join(versionFolder, 'weights'));
  copyFileSync(join(root, SCRIPTS, 'launch'), join(versionFolder, 'launch'));
  copyFileSync(join(root, 'LICENSE'), join(versionFolder, 'LICENSE'));
  copyFileSync(join(root, SCRIPTS, 'custos'), join(top, 'custos'));
  copyFileSync(join(root, 'LICENSE'), join(top, 'LICENSE'));
  writeFileSync(join(top, 'current'), `${version}\n`);
  setModes(top);
  writeFileSync(join(versionFolder, MANIFEST), treeManifest(versionFolder, version, target));
  chmodSync(join(versionFolder, MANIFEST), 0o644);
  return { folder, versionFolder, version };
}

/**
 * Writes `custos-<version>-linux-<arch>-headless.tar.gz` into `folder`; the same sources make the same bytes. Returns
 * its path. Throws `PackageError`.
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

/** Sets explicit modes: the user of a service must be able to read what root has unpacked, whatever modes the folders had here. */
function setModes(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    chmodSync(path, entry.isDirectory() || RUN.test(relative(folder, path)) ? 0o755 : 0o644);
  }
}

/** Returns the installed package of the pinned Node for the target. */
function nodePackage(modules: Modules, target: Target): LockedPackage {
  const name = `node-${nameOf(target)}`;
  const path = `node_modules/${name}`;
  const manifest = join(modules.root, path, 'package.json');
  if (!existsSync(manifest)) {
    throw new PackageError(
      `The package ${name} is not installed. Run "npm install" on a machine that can reach a package registry.`,
    );
  }
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  return { path, name, version, isOptional: true };
}

function copyNode(from: string, versionFolder: string): void {
  mkdirSync(join(versionFolder, 'bin'));
  copyFileSync(join(from, 'bin', 'node'), join(versionFolder, 'bin', 'node'), constants.COPYFILE_FICLONE);
}

/** Copies the models that the program needs, and no file that an older program left behind. */
function copyWeights(root: string, folder: string): void {
  const { files } = JSON.parse(readFileSync(join(root, 'models', 'weights.json'), 'utf8')) as {
    files: { file: string }[];
  };
  for (const { file } of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, 'models', 'weights', file), join(folder, file));
  }
}
