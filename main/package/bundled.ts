import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesUnder } from '../launch/built-folder.mjs';

const IMPORTED = /\bfrom '([^'.][^']*)'|\bimport\('([^'.][^']*)'\)/g;

/**
 * The packages that are built into the console, by the imports of its sources and what those packages need: they are no
 * production dependencies, and are passed on all the same. Names, in order.
 *
 * @param root the project's folder
 */
export function bundledPackages(root: string): string[] {
  const folder = join(root, 'renderer');
  const sources = filesUnder(folder).filter((path) => /\.tsx?$/.test(path) && !/^dist\/|\.config\.ts$/.test(path));
  const asked = new Set<string>();
  const ask = (name: string): void => {
    if (asked.has(name)) return;
    asked.add(name);
    const manifest = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'));
    for (const needed of Object.keys(manifest.dependencies ?? {})) ask(needed);
  };
  for (const path of sources) {
    for (const name of importedPackages(readFileSync(join(folder, path), 'utf8'))) ask(name);
  }
  return [...asked].toSorted();
}

/** Names of the packages that a source imports something but types from; Node's own modules aside. */
export function importedPackages(source: string): string[] {
  const values = source.replaceAll(/\bimport type [^;]*;/g, '');
  const specifiers = [...values.matchAll(IMPORTED)].map((match) => match[1] ?? match[2] ?? '');
  return [...new Set(specifiers.filter((name) => !name.startsWith('node:')).map(packageOf))];
}

/** `preact/hooks` is of `preact`, `@preact/signals/x` of `@preact/signals`. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
