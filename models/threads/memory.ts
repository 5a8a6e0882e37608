import type { ResourceLimits, Worker } from 'node:worker_threads';

const LOOK_MS = 50;
/**
 * What a thread may fill until it is looked at and ended, beyond what it may hold. V8's own limit must never be reached: whoever goes over it by
 * one large array, as `push` in a loop does, ends the whole process and not the thread (https://github.com/nodejs/node/issues/47224).
 */
const ROOM_BYTES = 4 * 2 ** 30;

/** How much a thread may hold, in bytes. */
export interface MemoryLimits {
  /** In V8's heap. */
  heapBytesMax?: number;
  /** Outside of it: arrays of bytes, WebAssembly. No limit of Node's bounds these. */
  outsideBytesMax?: number;
}

/** What a thread is started with whose heap is watched. */
export function roomFor({ heapBytesMax }: MemoryLimits): { resourceLimits?: ResourceLimits } {
  if (heapBytesMax === undefined) return {};
  return { resourceLimits: { maxOldGenerationSizeMb: (heapBytesMax + ROOM_BYTES) / 2 ** 20 } };
}

/**
 * Looks while a thread works at what it holds, and calls `onOver` once it is more than it may, in V8's heap or outside of it. Gives what ends the looking. It also sees what waits
 * to be collected, of which V8 lets some hundred megabytes stand.
 */
export function watchMemory(
  worker: Worker,
  limits: MemoryLimits,
  onOver: (where: 'heap' | 'outside') => void,
): () => void {
  const { heapBytesMax = Number.POSITIVE_INFINITY, outsideBytesMax = Number.POSITIVE_INFINITY } = limits;
  let ended = false;
  let timer: NodeJS.Timeout | undefined;
  const lookLater = (): void => {
    timer = setTimeout(() => void look(), LOOK_MS);
    timer.unref();
  };
  const look = async (): Promise<void> => {
    // A thread that has ended holds nothing.
    const where = await worker.getHeapStatistics().then(
      (held) => {
        if (held.used_heap_size > heapBytesMax) return 'heap';
        return held.external_memory > outsideBytesMax ? 'outside' : null;
      },
      () => null,
    );
    if (ended) return;
    if (where) onOver(where);
    else lookLater();
  };
  lookLater();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}
