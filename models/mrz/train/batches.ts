import { WorkerPool } from '../../runtime/pool.ts';
import type { Samples } from './samples.ts';

const WORKER = new URL('./draw-worker.ts', import.meta.url);
/** Batches drawn ahead for each thread. */
const AHEAD = 3;
/** Far longer than a batch takes. */
const DRAW_TIMEOUT_MS = 600_000;

/** Samples by number: the same for the same seed, however many threads draw them. */
export interface Batches {
  /** Returns the samples of batch `number`; request them in order, from 0. */
  next(): Promise<Samples>;
  close(): Promise<void>;
}

/** Draws batches of `batchSize` samples in `threads` threads while the caller trains. */
export function drawBatches(seed: number, batchSize: number, threads: number): Batches {
  const pool = new WorkerPool({
    name: 'drawing',
    script: WORKER,
    data: { batchSize },
    size: threads,
    queueMax: (threads + 1) * AHEAD,
    loadTimeoutMs: DRAW_TIMEOUT_MS,
  });
  const pending: Promise<Samples>[] = [];
  let asked = 0;
  const ask = (): void => {
    const drawn = pool.call<Samples>('draw', seedOf(seed, asked), { timeoutMs: DRAW_TIMEOUT_MS });
    drawn.catch(() => undefined);
    pending.push(drawn);
    asked += 1;
  };
  for (let i = 0; i < threads * AHEAD; i++) ask();
  return {
    next: () => {
      ask();
      return pending.shift() as Promise<Samples>;
    },
    close: () => pool.close(),
  };
}

/** Far from those of other batches and other seeds. */
function seedOf(seed: number, batch: number): number {
  return (Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(batch + 1, 0x85ebca6b)) >>> 0;
}
