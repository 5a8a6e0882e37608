import { writeSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { setEnvironmentData } from 'node:worker_threads';
import { tempFolder } from '../../support/folder.ts';
import { KINDS, type Kind } from './kinds.ts';
import { LOADS, type Loads } from './note-loads.ts';

/**
 * `KIND FROM TO`: begins a thread of the product as the product does, and ends it at a moment that the number of the
 * ending selects. Even numbers end somewhere between the thread's start and its first answer, odd ones while it loads
 * an addon. Prints each number before its ending. At the last of these moments the process exits.
 */
const [kind, ...numbers] = process.argv.slice(2) as [Kind, string, string];
const [from, to] = numbers.map(Number) as [number, number];

/** The fractions of the golden ratio's multiples are spread evenly, for any number of them. */
const GOLDEN = 0.618_033_988_749_895;
/** A little more than the measured time, so some endings come after it. */
const BEYOND = 1.3;
const LOADS_MAX = 8;

const loads: Loads = {
  begun: new Int32Array(new SharedArrayBuffer(4)),
  tookMs: new Float64Array(new SharedArrayBuffer(8 * LOADS_MAX)),
};
setEnvironmentData(LOADS, loads as never);

using folder = tempFolder();
const begin = await KINDS[kind](folder.path);
const startMs = performance.now();
await begin().loaded.catch(() => {});
const spanMs = BEYOND * (performance.now() - startMs);
const loadsMs = [...loads.tookMs].slice(0, Atomics.load(loads.begun, 0));
if (loadsMs.length === 0) throw new Error(`no addon was loaded for ${kind}`);

for (let number = from; number < to; number++) {
  writeSync(1, `${number}\n`);
  Atomics.store(loads.begun, 0, 0);
  const thread = begin();
  const share = (number * GOLDEN) % 1;
  if (number % 2 === 0) await setTimeout(share * spanMs);
  else await Promise.race([withinLoad((number >> 1) % loadsMs.length, share), thread.loaded.catch(() => {})]);
  if (number === to - 1) process.exit(0);
  await thread.end();
}

/** Waits until the load with this number begins, and then for a share of its measured time. */
async function withinLoad(number: number, share: number): Promise<void> {
  for (let begun = 0; begun <= number; begun = Atomics.load(loads.begun, 0))
    await Atomics.waitAsync(loads.begun, 0, begun, 1000).value;
  const endMs = performance.now() + share * BEYOND * (loadsMs[number] ?? 0);
  while (performance.now() < endMs);
}
