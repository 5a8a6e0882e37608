import { extname } from 'node:path';

/**
 * The URL of a module that stands beside the one that asks, with that module's own ending: `.ts` where the sources run as
 * they are, `.js` where a package was built of them. Threads are found by it, and sources that are read as text.
 *
 * @param moduleUrl `import.meta.url` of the module that asks
 * @param name of the other one, without its ending
 */
export function besideModule(moduleUrl: string, name: string): URL {
  return new URL(`./${name}${extname(new URL(moduleUrl).pathname)}`, moduleUrl);
}
