import { constants, copyFileSync, cpSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filesUnder } from '../launch/built-folder.mjs';
import { closeFonts } from '../launch/fonts.mjs';
import { buildApp } from './build.ts';
import { keepsFile } from './keep.ts';
import type { LockedPackage } from './locked.ts';
import { type Modules, modulesFor } from './modules.ts';
import { headOf, nativeOf, requiredNatives, runsOn } from './natives.ts';
import { PackageError } from './package-error.ts';
import { nameOf, type Target } from './targets.ts';

/** Where trees are staged, from the project's folder. */
export const STAGE_FOLDER = 'dist/stage';

/** A tree that is ready to be packed. */
export interface StagedTree {
  /** Holds `main server models renderer/dist package.json node_modules`. */
  folder: string;
  /** The packages that are in it. */
  packages: readonly LockedPackage[];
}

/**
 * Lays out the whole program for `target`: the compiled tree and the production packages, reduced to the files that the
 * system needs. Desktop and headless packages use the same tree.
 *
 * @param root the project's folder
 * @param folder the target folder; its content is replaced
 * @param app the compiled tree
 * @throws PackageError if packages are missing, or native code would be for another system
 */
export function stageTree(
  root: string,
  target: Target,
  folder = join(root, STAGE_FOLDER, nameOf(target)),
  app = buildApp(root).folder,
): StagedTree {
  const modules = modulesFor(root, target);
  rmSync(folder, { recursive: true, force: true });
  cpSync(app, folder, { recursive: true, filter: (path) => !path.endsWith('stamp') });
  copyModules(modules, target, folder);
  // Packages for another system are still as published.
  closeFonts(folder);
  const faults = nativeFaults(folder, filesUnder(folder), target);
  if (faults.length > 0) throw new PackageError(`The tree for ${nameOf(target)} is wrong: ${faults.join('; ')}.`);
  return { folder, packages: modules.packages };
}

function copyModules({ root, packages }: Modules, target: Target, folder: string): void {
  for (const { path, name } of packages) {
    for (const file of filesUnder(join(root, path))) {
      // Nested packages have their own entries.
      if (file.startsWith('node_modules/') || !keepsFile(name, file, target)) continue;
      const copy = join(folder, path, file);
      mkdirSync(dirname(copy), { recursive: true });
      copyFileSync(join(root, path, file), copy, constants.COPYFILE_FICLONE);
    }
  }
}

/**
 * Returns what is wrong with the native code below `folder`, one sentence each: files for another system, by their headers, and missing binaries.
 *
 * @param files paths from `folder`, with `/` between folders
 */
export function nativeFaults(folder: string, files: readonly string[], target: Target): string[] {
  const foreign = files.filter((file) => {
    const native = nativeOf(headOf(join(folder, file)));
    return native !== null && !runsOn(native, target);
  });
  const missing = requiredNatives(target).filter(
    (row) => !row.some((part) => files.some((file) => file.includes(part))),
  );
  return [
    ...foreign.map((file) => `${file} is for a system other than ${nameOf(target)}`),
    ...missing.map((row) => `${row.join(' or ')} is missing`),
  ];
}
