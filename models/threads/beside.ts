import { extname } from 'node:path';

/**
 * Returns the URL of a worker script next to the calling module, with the module's own extension: `.ts` if the sources
 * run directly, `.js` or `.mjs` in a package.
 */
export function besideModule(moduleUrl: string, name: string): URL {
  return new URL(`./${name}${extname(new URL(moduleUrl).pathname)}`, moduleUrl);
}
