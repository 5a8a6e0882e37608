import { readdirSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'vitest';

const MIB = 2 ** 20;

/** What a process holds when it has nothing to do. */
export interface Held {
  heapBytes: number;
  /** What is in memory outside of V8's heap, which keeps some tens of MiB or gives them back as its own clock has it. */
  outsideBytes: number;
  /** Open files, sockets and pipes; null where the system does not tell. */
  handles: number | null;
}

/** By how much it may hold more at the end than before. */
export interface Margin {
  heapBytes: number;
  outsideBytes: number;
  handles: number;
}

/** A few turns of garbage collection first, with the event loop between them, so that what is dropped is freed. */
export async function measureHeld(): Promise<Held> {
  const collect = collector();
  for (let turn = 0; turn < 3; turn++) {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, heapTotal, rss } = process.memoryUsage();
  return { heapBytes: heapUsed, outsideBytes: rss - heapTotal, handles: countHandles(process.pid) };
}

let collect: (() => void) | undefined;

function collector(): () => void {
  if (collect) return collect;
  setFlagsFromString('--expose-gc');
  collect = runInNewContext('gc') as () => void;
  return collect;
}

/** Of any process of this user; Linux alone tells. */
export function countHandles(pid: number): number | null {
  return process.platform === 'linux' ? readdirSync(`/proc/${pid}/fd`).length : null;
}

/** Throws where more is held than before by over the margin. Prints both, so that a slow growth can be seen. */
export function expectHeldBack(what: string, before: Held, after: Held, margin: Margin): void {
  const told = `${what}: ${tell(before)} before, ${tell(after)} after`;
  console.info(told);
  expect(after.heapBytes - before.heapBytes, told).toBeLessThan(margin.heapBytes);
  expect(after.outsideBytes - before.outsideBytes, told).toBeLessThan(margin.outsideBytes);
  if (before.handles === null || after.handles === null) console.info(`${what}: open handles are not told here`);
  else expect(after.handles - before.handles, told).toBeLessThanOrEqual(margin.handles);
}

const tell = ({ heapBytes, outsideBytes, handles }: Held): string =>
  `heap ${Math.round(heapBytes / MIB)} MiB, outside of it ${Math.round(outsideBytes / MIB)} MiB, ${handles} handles`;
