// @ts-check
/** Loads what the server and its engines load, and runs none of it, so that Node keeps it compiled (`compiled.mjs`). */
import { globSync, readFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** Loading these would run them; their imports are loaded instead. */
const ENTRIES = ['server/process.ts', ...globSync('models/*/worker.ts', { cwd: root })];
const IMPORTED = /^(?:import|\} from)\b.*?'(\.[^']+)';$/gm;

for (const entry of ENTRIES) {
  const path = join(root, entry);
  const imported = [...readFileSync(path, 'utf8').matchAll(IMPORTED)].map(([, name = '']) => join(dirname(path), name));
  // One that cannot be loaded here says so at the start.
  for (const module of imported) await import(pathToFileURL(module).href).catch(() => undefined);
}
flushCompileCache();
// What a library has opened is not waited for.
process.exit(0);
