import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { layOutHeadless, packHeadless } from './headless.ts';
import { PackageError } from './package-error.ts';
import { printSizes, type SizedFile, sizeTable } from './sizes.ts';
import { nameOf, type Target, targetOf } from './targets.ts';
import { listedFiles } from './tree-manifest.ts';

/** `npm run package:headless [-- linux-x64|linux-arm64 ...]`: archives for machines without a screen; by default for this one's processor. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

async function packFor(target: Target): Promise<void> {
  const tree = layOutHeadless(ROOT, target, join(ROOT, 'dist', 'headless', nameOf(target)));
  say(printSizes(sizeTable(listedFiles(tree.versionFolder).map(asPacked))));
  say(await packHeadless(tree, target, join(ROOT, 'dist', 'packages')));
}

/** Files as the table of sizes knows them from desktop packages. */
function asPacked({ path, size }: { path: string; size: number }): SizedFile {
  const place = path.startsWith('app/') ? `resources/app.asar/${path.slice(4)}` : `resources/${path}`;
  return { path: path.startsWith('bin/') ? path : place, sizeBytes: size };
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

try {
  const names = process.argv.slice(2);
  for (const target of (names.length > 0 ? names : [`linux-${process.arch}`]).map(targetOf)) await packFor(target);
} catch (error) {
  if (!(error instanceof PackageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
