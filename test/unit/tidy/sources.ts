import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The text of every file, by its path from the project folder, with `/` between folders. */
export type Sources = ReadonlyMap<string, string>;

/** Folders that tools fill; we do not keep them tidy. */
const SKIPPED = new Set(['node_modules', '.git', 'dist', 'coverage', 'models/weights', 'renderer/dist']);
const TEXT = /(?:\.(?:ts|tsx|mjs|cjs|js|json|md|yml|yaml|css|html|svg|csv|txt)|\/run|\.npmrc|\.gitignore|LICENSE)$/;

/** Reads the project's text files. */
export function readSources(root: string): Sources {
  const sources = new Map<string, string>();
  const walk = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (SKIPPED.has(path)) continue;
      if (entry.isDirectory()) walk(path);
      else if (TEXT.test(`/${path}`)) sources.set(path, readFileSync(join(root, path), 'utf8'));
    }
  };
  walk('');
  return sources;
}

/** Whether the path is a code file. */
export function isCode(path: string): boolean {
  return /\.(?:ts|tsx|mjs|cjs|js)$/.test(path);
}

/** The sources that `wanted` selects. */
export function pick(sources: Sources, wanted: (path: string) => boolean): [path: string, text: string][] {
  return [...sources].filter(([path]) => wanted(path));
}
