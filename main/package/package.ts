import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { electronDistFor } from './electron-dist.ts';
import { layOutHeadless, packHeadless } from './headless.ts';
import { listPackedFiles } from './inventory.ts';
import { packDesktop } from './pack.ts';
import { PackageError } from './package-error.ts';
import { printSizes, type SizedFile, sizeTable } from './sizes.ts';
import { nameOf, type Target, targetOf } from './targets.ts';
import { listedFiles } from './tree-manifest.ts';

/**
 * `npm run package [-- SYSTEM ...]`: makes the installers of the desktop appliance; without a name, for the current system. `npm run package:headless
 * [-- linux-x64|linux-arm64 ...]` (`--headless` here): makes archives for machines without a screen; by default for the current processor.
 */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** electron-builder's name of the folder that installers are made from. */
const FOLDERS: Readonly<Record<string, string>> = {
  'linux-x64': 'linux-unpacked',
  'linux-arm64': 'linux-arm64-unpacked',
  'win32-x64': 'win-unpacked',
  'darwin-x64': 'mac',
  'darwin-arm64': 'mac-arm64',
};

async function packFor(target: Target): Promise<void> {
  // Checked first: most machines lack it.
  const electronDist = electronDistFor(ROOT, target, process);
  const packages = await packDesktop({ root: ROOT, target, electronDist, folderOnly: false });
  const output = dirname(packages[0] ?? join(ROOT, 'dist/packages/none'));
  say(printSizes(sizeTable(listPackedFiles(join(output, FOLDERS[nameOf(target)] ?? '')))));
  for (const path of packages) say(path);
}

async function packHeadlessFor(target: Target): Promise<void> {
  const tree = layOutHeadless(ROOT, target, join(ROOT, 'dist', 'headless', nameOf(target)));
  say(printSizes(sizeTable(listedFiles(tree.versionFolder).map(asPacked))));
  say(await packHeadless(tree, target, join(ROOT, 'dist', 'packages')));
}

/** Renames files as the size table knows them from desktop packages. */
function asPacked({ path, size }: { path: string; size: number }): SizedFile {
  const place = path.startsWith('app/') ? `resources/app.asar/${path.slice(4)}` : `resources/${path}`;
  return { path: path.startsWith('bin/') ? path : place, sizeBytes: size };
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

try {
  const names = process.argv.slice(2).filter((name) => name !== '--headless');
  const isHeadless = process.argv.includes('--headless');
  const own = `${isHeadless ? 'linux' : process.platform}-${process.arch}`;
  for (const target of (names.length > 0 ? names : [own]).map(targetOf))
    await (isHeadless ? packHeadlessFor(target) : packFor(target));
} catch (error) {
  if (!(error instanceof PackageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
