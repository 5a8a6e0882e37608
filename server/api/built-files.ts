import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/** The media types of files that a built page loads. No other file is served. */
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.bin': 'application/octet-stream',
};

/** A built page, and the files that it loads, by name. */
export interface BuiltPage {
  page: Buffer;
  files: ReadonlyMap<string, { type: string; bytes: Buffer }>;
}

/**
 * Reads `index.html` of a folder and the files beside it; null if there is no such folder.
 * @param beside the name of the folder, inside of `folder`, with the files that the page loads
 */
export function readBuiltPage(folder: string, beside: string): BuiltPage | null {
  try {
    const page = readFileSync(join(folder, 'index.html'));
    const files = readdirSync(join(folder, beside)).flatMap((name) => {
      const type = TYPES[extname(name)];
      return type === undefined ? [] : [[name, { type, bytes: readFileSync(join(folder, beside, name)) }] as const];
    });
    return { page, files: new Map(files) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
