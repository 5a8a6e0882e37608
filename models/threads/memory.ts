import type { ResourceLimits, Worker } from 'node:worker_threads';

const LOOK_MS = 50;
/**
 * The memory that a thread may use beyond its limit before the watch ends it. It must never reach V8's own limit: a thread that exceeds that by one
 * large array, as `push` in a loop does, ends the whole process and not the thread (https://github.com/nodejs/node/issues/47224).
 */
const ROOM_BYTES = 4 * 2 ** 30;

/** The memory limits of a thread, in bytes. */
export interface MemoryLimits {
  /** In V8's heap. */
  heapBytesMax?: number;
  /** Outside it: arrays of bytes, WebAssembly. No limit of Node applies to these. */
  outsideBytesMax?: number;
}

/** Returns the start options of a thread whose heap is watched. */
export function roomFor({ heapBytesMax }: MemoryLimits): { resourceLimits?: ResourceLimits } {
  if (heapBytesMax === undefined) return {};
  return { resourceLimits: { maxOldGenerationSizeMb: (heapBytesMax + ROOM_BYTES) / 2 ** 20 } };
}

/**
 * Checks a working thread's memory periodically, and calls `onOver` once it exceeds a limit, in V8's heap or outside it. Returns the function that
 * ends the watch. It also counts garbage that waits for collection, of which V8 keeps some hundred megabytes.
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
