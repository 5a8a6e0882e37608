import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PackageError } from './package-error.ts';
import { nameOf, type Target } from './targets.ts';

/** A folder that holds Electron for the target, unpacked or as the archive of its release. */
const SETTING = 'CUSTOS_ELECTRON_DIST';
const PROGRAMS = { linux: 'electron', win32: 'electron.exe', darwin: 'Electron.app' } as const;

/** The machine that packs. */
export interface PackingMachine {
  platform: string;
  arch: string;
  env: Readonly<Record<string, string | undefined>>;
}

/**
 * Returns the folder of Electron's program for `target`: what `CUSTOS_ELECTRON_DIST` names, else the one that its
 * package has downloaded for this machine. Downloads nothing.
 *
 * @param root the project's folder
 * @throws PackageError with the remedy, if there is none
 */
export function electronDistFor(root: string, target: Target, machine: PackingMachine): string {
  const version = electronVersion(root);
  const named = machine.env[SETTING];
  if (named) {
    if (holdsElectron(named, target, version)) return named;
    throw new PackageError(
      `${SETTING} is ${named}, which contains neither ${PROGRAMS[target.platform]} nor ${archiveName(target, version)}.`,
    );
  }
  const isOwn = machine.platform === target.platform && machine.arch === target.arch;
  const fetched = join(root, 'node_modules', 'electron', 'dist');
  if (isOwn && holdsElectron(fetched, target, version)) return fetched;
  const fetching = isOwn ? 'Fetch it with "npx install-electron" (once, with a network), or download' : 'Download';
  throw new PackageError(
    `Electron's own program for ${nameOf(target)} is not on this machine. ${fetching} ${archiveName(target, version)} from ` +
      `Electron's releases, put it into a folder, and name that folder in ${SETTING}. "npm run package:check" packs without it.`,
  );
}

function holdsElectron(folder: string, target: Target, version: string): boolean {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.includes(PROGRAMS[target.platform]) || names.includes(archiveName(target, version));
}

function archiveName(target: Target, version: string): string {
  return `electron-v${version}-${nameOf(target)}.zip`;
}

/** Returns the version of Electron in package-lock.json. */
export function electronVersion(root: string): string {
  return JSON.parse(readFileSync(join(root, 'node_modules/electron/package.json'), 'utf8')).version;
}
