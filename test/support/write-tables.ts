import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CODE_PAGES } from './code-pages.ts';

/** Updates the manual's pages of codes from the code. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
for (const [path, page] of Object.entries(CODE_PAGES)) {
  mkdirSync(dirname(join(ROOT, path)), { recursive: true });
  writeFileSync(join(ROOT, path), page);
}
