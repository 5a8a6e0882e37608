import { startThread } from '../../threads/start.ts';
import type { Samples } from './samples.ts';

const WORKER = new URL('./draw-worker.ts', import.meta.url);
/** Batches that each thread draws ahead. */
const AHEAD = 3;

/** Samples by number: the same ones for the same seed, however many threads draw them. */
export interface Batches {
  /** Those of batch `number`; ask in order, from 0. */
  next(): Promise<Samples>;
  close(): Promise<void>;
}

/** Draws batches of `batchSize` samples in `threads` threads while the caller learns. */
export function drawBatches(seed: number, batchSize: number, threads: number): Batches {
  const drawers = Array.from({ length: threads }, () => createDrawer(batchSize));
  const pending: Promise<Samples>[] = [];
  let asked = 0;
  const ask = (): void => {
    const drawn = (drawers[asked % threads] as Drawer).draw(seedOf(seed, asked));
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
    close: async () => {
      await Promise.all(drawers.map((drawer) => drawer.close()));
    },
  };
}

interface Drawer {
  draw(seed: number): Promise<Samples>;
  close(): Promise<unknown>;
}

/** A thread answers in the order it is asked. */
function createDrawer(batchSize: number): Drawer {
  const worker = startThread(WORKER, { workerData: { batchSize } });
  const waiting: PromiseWithResolvers<Samples>[] = [];
  worker.on('message', (samples: Samples) => waiting.shift()?.resolve(samples));
  worker.on('error', (error) => {
    for (const answer of waiting.splice(0)) answer.reject(error);
  });
  return {
    draw: (seed) => {
      const answer = Promise.withResolvers<Samples>();
      waiting.push(answer);
      worker.postMessage(seed);
      return answer.promise;
    },
    close: () => worker.terminate(),
  };
}

/** Far from those of other batches and other seeds. */
function seedOf(seed: number, batch: number): number {
  return (Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(batch + 1, 0x85ebca6b)) >>> 0;
}
