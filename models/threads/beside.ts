import { extname } from 'node:path';

/**
 * The URL of a worker script that stands beside the module that asks, with that module's own ending: `.ts` where the
 * sources run as they are, `.js` or `.mjs` where a package was built of them.
 */
export function besideModule(moduleUrl: string, name: string): URL {
  return new URL(`./${name}${extname(new URL(moduleUrl).pathname)}`, moduleUrl);
}
