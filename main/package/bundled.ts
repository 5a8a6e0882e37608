import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesUnder } from '../launch/built-folder.mjs';

const IMPORTED = /\bfrom '([^'.][^']*)'|\bimport\('([^'.][^']*)'\)/g;

/**
 * Returns the names of the packages that are built into the console, sorted: the imports of its sources and their
 * dependencies. They are not production dependencies, but they are distributed.
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

/** Returns the names of the packages that a source imports values from, not only types; without Node's own modules. */
export function importedPackages(source: string): string[] {
  const values = source.replaceAll(/\bimport type [^;]*;/g, '');
  const specifiers = [...values.matchAll(IMPORTED)].map((match) => match[1] ?? match[2] ?? '');
  return [...new Set(specifiers.filter((name) => !name.startsWith('node:')).map(packageOf))];
}

/** `preact/hooks` is part of `preact`, `@preact/signals/x` of `@preact/signals`. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
