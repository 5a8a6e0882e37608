import type { Sources } from './sources.ts';

/** The top level: the folders of the product, the files that tools require, and the documents. */
const TOP_LEVEL = new Set([
  '.ci',
  '.gitignore',
  '.npmrc',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'biome.json',
  'electron-builder.yml',
  'main',
  'models',
  'package-lock.json',
  'package.json',
  'renderer',
  'server',
  'test',
  'tsconfig.json',
]);

/** Names at the top level that do not belong there. */
export function strayNames(sources: Sources): string[] {
  const names = new Set([...sources.keys()].map((path) => path.split('/')[0] ?? ''));
  return [...names].filter((name) => !TOP_LEVEL.has(name)).map((name) => `${name}: no name of the top level`);
}
