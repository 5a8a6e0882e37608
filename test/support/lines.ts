import { fileURLToPath } from 'node:url';
import { readSources } from '../unit/tidy/sources.ts';

/** Prints the product's lines of code by room. Generated tables do not count. */
const COUNTED = /^(main|renderer|server|models)\/.*\.(?:tsx?|mjs|css)$/;
const GENERATED = /\/tables\/learnt-[a-z]+\.ts$/;

const linesOf = new Map<string, number>();
for (const [path, text] of readSources(fileURLToPath(new URL('../..', import.meta.url)))) {
  const room = COUNTED.exec(path)?.[1];
  if (!room || GENERATED.test(path)) continue;
  linesOf.set(room, (linesOf.get(room) ?? 0) + (text.match(/\n/g)?.length ?? 0));
}
for (const [room, lines] of linesOf) process.stdout.write(`${room.padEnd(10)}${lines}\n`);
process.stdout.write(`${'all'.padEnd(10)}${[...linesOf.values()].reduce((sum, lines) => sum + lines, 0)}\n`);
