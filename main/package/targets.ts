import { PackageError } from './package-error.ts';

/** A system that packages are made for, with npm's and Node's names. */
export interface Target {
  platform: 'linux' | 'win32' | 'darwin';
  arch: 'x64' | 'arm64';
}

/** Every system that packages are made for. Linux means one with glibc. */
export const TARGETS: readonly Target[] = [
  { platform: 'linux', arch: 'x64' },
  { platform: 'linux', arch: 'arm64' },
  { platform: 'win32', arch: 'x64' },
  { platform: 'darwin', arch: 'arm64' },
  { platform: 'darwin', arch: 'x64' },
];

/** Returns its name in folders, files and arguments: `linux-x64`. */
export function nameOf({ platform, arch }: Target): string {
  return `${platform}-${arch}`;
}

/** Throws `PackageError`, naming the supported ones, if no packages are made for `name`. */
export function targetOf(name: string): Target {
  const target = TARGETS.find((known) => nameOf(known) === name);
  if (target !== undefined) return target;
  throw new PackageError(`No packages are available for "${name}". Choose one of: ${TARGETS.map(nameOf).join(', ')}.`);
}
