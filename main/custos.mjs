#!/usr/bin/env node
// @ts-check
/** The command `custos`: runs server/cli.ts on the pinned Node, in the caller's folder. Prints nothing else. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runChild } from './launch/child.mjs';
import { keepCompiled } from './launch/compiled.mjs';
import { returnMemory } from './launch/memory.mjs';
import { exitWith, prepare, say } from './launch/prepare.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

await exitWith(async () => {
  const node = await prepare(root, 'production', say);
  const args = [join(root, 'server', 'cli.ts'), ...process.argv.slice(2)];
  return runChild(node, args, { env: keepCompiled(root, returnMemory()) });
});
