import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LockedPackage, packagesFor } from './locked.ts';
import { PackageError } from './package-error.ts';
import { nameOf, type Target } from './targets.ts';

/** Where packages for other systems are installed, from the project's folder. */
const MODULES = 'dist/modules';
const NAMED_MAX = 5;

/** The installed packages that a target needs, and the folder that their paths are relative to. */
export interface Modules {
  root: string;
  packages: readonly LockedPackage[];
}

/**
 * Finds the production packages that `target` needs: in the clone, if all are installed there in the locked versions; otherwise npm installs them for
 * that system into a separate folder, which uses the package registry. Never returns fewer.
 *
 * @param root the project's folder
 * @throws PackageError naming what is missing, if npm fails
 */
export function modulesFor(root: string, target: Target): Modules {
  const packages = packagesFor(readFileSync(join(root, 'package-lock.json'), 'utf8'), target);
  if (missingIn(root, packages).length === 0) return { root, packages };
  const own = join(root, MODULES, nameOf(target));
  if (missingIn(own, packages).length > 0) install(root, own, target, missingIn(root, packages));
  const missing = missingIn(own, packages);
  if (missing.length === 0) return { root: own, packages };
  throw new PackageError(`npm skipped packages that ${nameOf(target)} needs: ${nameSome(missing)}.`);
}

/** Returns the packages that are not installed under `root` in their locked version. */
export function missingIn(root: string, packages: readonly LockedPackage[]): LockedPackage[] {
  return packages.filter(({ path, version }) => {
    const manifest = join(root, path, 'package.json');
    return !existsSync(manifest) || JSON.parse(readFileSync(manifest, 'utf8')).version !== version;
  });
}

function install(root: string, folder: string, target: Target, missing: readonly LockedPackage[]): void {
  mkdirSync(folder, { recursive: true });
  for (const name of ['package.json', 'package-lock.json', '.npmrc'])
    copyFileSync(join(root, name), join(folder, name));
  const system = [`--os=${target.platform}`, `--cpu=${target.arch}`];
  if (target.platform === 'linux') system.push('--libc=glibc');
  try {
    execFileSync('npm', ['ci', '--omit=dev', '--ignore-scripts', '--loglevel=error', ...system], {
      cwd: folder,
      stdio: ['ignore', 2, 2],
      shell: process.platform === 'win32',
    });
  } catch (cause) {
    throw new PackageError(
      `Packing for ${nameOf(target)} needs packages that are not installed here (${nameSome(missing)}), and npm could not ` +
        'install them. See its output above. Build the package on a machine that can reach a package registry, or on that system.',
      { cause },
    );
  }
}

function nameSome(packages: readonly LockedPackage[]): string {
  const names = packages.slice(0, NAMED_MAX).map(({ name, version }) => `${name} ${version}`);
  return `${names.join(', ')}${packages.length > NAMED_MAX ? ` and ${packages.length - NAMED_MAX} more` : ''}`;
}
