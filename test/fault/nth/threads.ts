import { syncBuiltinESMExports } from 'node:module';
import threads, { type WorkerOptions } from 'node:worker_threads';

const PRELOAD = new URL('thread.ts', import.meta.url).href;

/** From here on every new thread can make calls fail too, and shares the cells of the gate. */
export function installInThreads(): void {
  const { Worker } = threads;
  Object.assign(threads, {
    Worker: class extends Worker {
      constructor(url: URL | string, options?: WorkerOptions) {
        super(url, { ...options, execArgv: [...(options?.execArgv ?? []), '--import', PRELOAD] });
      }
    },
  });
  syncBuiltinESMExports();
}
