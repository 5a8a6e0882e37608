import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesUnder, isBuiltOf, putInPlace, stampOf } from '../launch/built-folder.mjs';
import { appManifest, passageOf, SOURCE_FOLDERS } from './app-files.ts';
import { PackageError } from './package-error.ts';

/** The compiled tree, from the project's folder. */
export const APP_FOLDER = 'dist/app';
const CONSOLE = 'renderer/dist';
const COMPILER = 'node_modules/typescript/bin/tsc';
const COMPILER_CONFIG = 'main/package/tsconfig.json';
/** The other inputs of the tree. */
const ALSO = ['package.json', 'package-lock.json', 'LICENSE', 'tsconfig.json', COMPILER_CONFIG];

/**
 * Compiles the program to JavaScript, for packages and for the window of a clone: type stripping in Electron is
 * unproven. The tree has the layout of the sources (`main server models renderer/dist package.json`) and is moved into
 * place as a whole. Does nothing if the tree is newer than its sources. Does not check types: `npm run lint` does that.
 *
 * @param root the project's folder; the console must be built in it
 * @param folder the target folder; its content is replaced
 * @returns the tree's folder, and whether it was built
 * @throws PackageError if the console is missing or the compiler fails
 */
export function buildApp(root: string, folder = join(root, APP_FOLDER)): { folder: string; built: boolean } {
  if (!existsSync(join(root, CONSOLE, 'index.html'))) {
    throw new PackageError(`The console is not built (${CONSOLE}). Run "npm install", then run this command again.`);
  }
  const sources = SOURCE_FOLDERS.flatMap((name) => filesUnder(join(root, name)).map((path) => `${name}/${path}`));
  const compiled = sources.filter((path) => passageOf(path) !== 'left_out');
  const stamp = stampOf(root, [...compiled, ...ALSO, `${CONSOLE}/index.html`]);
  if (isBuiltOf(folder, stamp)) return { folder, built: false };
  mkdirSync(dirname(folder), { recursive: true });
  const fresh = mkdtempSync(`${folder}-`);
  try {
    compile(root, fresh);
    for (const path of sources) if (passageOf(path) === 'copied') copyInto(root, fresh, path);
    for (const path of [CONSOLE, 'LICENSE']) copyInto(root, fresh, path);
    const manifest = appManifest(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
    writeFileSync(join(fresh, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    putInPlace(fresh, folder, stamp);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return { folder, built: true };
}

function compile(root: string, outDir: string): void {
  try {
    execFileSync(process.execPath, [COMPILER, '-p', COMPILER_CONFIG, '--outDir', outDir], {
      cwd: root,
      stdio: ['ignore', 2, 2],
    });
  } catch (cause) {
    throw new PackageError('The program could not be compiled. See the compiler output above.', { cause });
  }
}

function copyInto(root: string, folder: string, path: string): void {
  cpSync(join(root, path), join(folder, path), { recursive: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  buildApp(fileURLToPath(new URL('../..', import.meta.url)));
}
