// @ts-check
/** Loads the modules of the server and its engines, and runs none of them, so that Node caches their compiled code (`compiled.mjs`). */
import { globSync, readFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** Loading these would run them, so their imports are loaded instead. */
const ENTRIES = ['server/process.ts', ...globSync('models/*/worker.ts', { cwd: root })];
const IMPORTED = /^(?:import|\} from)\b.*?'(\.[^']+)';$/gm;

for (const entry of ENTRIES) {
  const path = join(root, entry);
  const imported = [...readFileSync(path, 'utf8').matchAll(IMPORTED)].map(([, name = '']) => join(dirname(path), name));
  // A module that cannot be loaded here reports its error at the start.
  for (const module of imported) await import(pathToFileURL(module).href).catch(() => undefined);
}
flushCompileCache();
// Does not wait for handles that a library has opened.
process.exit(0);
