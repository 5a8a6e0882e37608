import type { Worker } from 'node:worker_threads';

/** What is unpacked between two looks is beyond the limit: some tens of megabytes. */
const LOOK_MS = 50;

/**
 * Looks while a thread works at what it holds outside of V8's heap (arrays of bytes, WebAssembly), which no limit of Node's bounds, and calls
 * `onOver` once it is more than `bytesMax`. Gives what ends the looking. It also sees what waits to be collected, of which V8 lets
 * some hundred megabytes stand.
 */
export function watchOutside(worker: Worker, bytesMax: number, onOver: () => void): () => void {
  let ended = false;
  let timer: NodeJS.Timeout | undefined;
  const lookLater = (): void => {
    timer = setTimeout(() => void look(), LOOK_MS);
    timer.unref();
  };
  const look = async (): Promise<void> => {
    // A thread that has ended holds nothing.
    const bytes = await worker.getHeapStatistics().then(
      (statistics) => statistics.external_memory,
      () => 0,
    );
    if (ended) return;
    if (bytes > bytesMax) onOver();
    else lookLater();
  };
  lookLater();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}
