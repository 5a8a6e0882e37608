import { readdirSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'vitest';

const MIB = 2 ** 20;

/** What an idle process holds. */
export interface Held {
  heapBytes: number;
  /** Memory outside of V8's heap. V8 keeps some tens of MiB, or returns them whenever it decides to. */
  outsideBytes: number;
  /** Open files, sockets and pipes; null where the system does not report them. */
  handles: number | null;
}

/** How much more the process may hold at the end than before. */
export interface Margin {
  heapBytes: number;
  outsideBytes: number;
  handles: number;
}

/** First runs garbage collection several times, with the event loop in between, so that dropped objects are freed. */
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

/** For any process of this user; only Linux reports it. */
export function countHandles(pid: number): number | null {
  return process.platform === 'linux' ? readdirSync(`/proc/${pid}/fd`).length : null;
}

/** Throws if more is held than before by over the margin. Prints both numbers, so that slow growth is visible. */
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
