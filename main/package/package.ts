import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { electronDistFor } from './electron-dist.ts';
import { listPackedFiles } from './inventory.ts';
import { packDesktop } from './pack.ts';
import { PackageError } from './package-error.ts';
import { printSizes, sizeTable } from './sizes.ts';
import { nameOf, type Target, targetOf } from './targets.ts';

/** `npm run package [-- <system> ...]`: the installers of the desktop appliance; without a name for the system that this runs on. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** What electron-builder calls the folder that installers are made of. */
const FOLDERS: Readonly<Record<string, string>> = {
  'linux-x64': 'linux-unpacked',
  'linux-arm64': 'linux-arm64-unpacked',
  'win32-x64': 'win-unpacked',
  'darwin-x64': 'mac',
  'darwin-arm64': 'mac-arm64',
};

async function packFor(target: Target): Promise<void> {
  // Looked for first: it is what most machines lack.
  const electronDist = electronDistFor(ROOT, target, process);
  const packages = await packDesktop({ root: ROOT, target, electronDist, folderOnly: false });
  const output = dirname(packages[0] ?? join(ROOT, 'dist/packages/none'));
  say(printSizes(sizeTable(listPackedFiles(join(output, FOLDERS[nameOf(target)] ?? '')))));
  for (const path of packages) say(path);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

try {
  const names = process.argv.slice(2);
  const targets = (names.length > 0 ? names : [`${process.platform}-${process.arch}`]).map(targetOf);
  for (const target of targets) await packFor(target);
} catch (error) {
  if (!(error instanceof PackageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
