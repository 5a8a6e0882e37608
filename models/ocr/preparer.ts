import type { Quad, RasterImage } from '../ports.ts';
import type { ManagedEngine } from '../runtime/managed.ts';
import { ownedRaster } from '../runtime/owned.ts';
import { WorkerPool } from '../runtime/pool.ts';
import { TEXT_WORKER } from './options.ts';
import type { Picture } from './picture.ts';

/** Calls that may wait, and V8's heap: pixels live outside it. */
const QUEUE_MAX = 64;
const HEAP_BYTES_MAX = 384 * 2 ** 20;

export interface PreparerOptions {
  workers: number;
  timeoutMs: number;
  loadTimeoutMs: number;
}

/** `preparePicture` in threads of its own: it takes some hundred milliseconds, in which a server must answer others. */
export interface Preparer extends ManagedEngine {
  prepare(image: RasterImage, omitted: readonly Quad[]): Promise<Picture>;
}

export function createPreparer({ workers, timeoutMs, loadTimeoutMs }: PreparerOptions): Preparer {
  const pool = new WorkerPool({
    name: 'page',
    script: TEXT_WORKER,
    size: workers,
    data: { backend: 'wasm' },
    queueMax: QUEUE_MAX,
    loadTimeoutMs,
    heapBytesMax: HEAP_BYTES_MAX,
  });
  return {
    prepare: (image, omitted) => {
      const { input, transfer } = ownedRaster(image);
      return pool.call('prepare', { image: input, omitted }, { timeoutMs, transfer }) as Promise<Picture>;
    },
    warm: () => pool.warm(),
    close: () => pool.close(),
    problem: () => pool.problem(),
    ready: () => pool.ready(),
  };
}
