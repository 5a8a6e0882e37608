import { writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';

export interface Held {
  where: 'load' | 'call';
  /**
   * The thread stays inside until cell 0 is not 0, or for `heldMs`. Then it notes in cell 1 that it came out, and in cell 2 whether it went in again.
   */
  cells: Int32Array<SharedArrayBuffer>;
  heldMs: number;
  /** Whether the thread also prints that it came out. */
  aloud?: true;
}

/** A thread that loads or calls better-sqlite3 and is held there. */
const { where, cells, heldMs, aloud } = workerData as Held;
const hold = (): void => {
  if (Atomics.load(cells, 1) === 1) return;
  parentPort?.postMessage('inside');
  Atomics.wait(cells, 0, 0, heldMs);
  Atomics.store(cells, 1, 1);
  if (aloud) writeSync(1, 'came out\n');
};

if (where === 'load') {
  const library = createRequire(createRequire(import.meta.url).resolve('better-sqlite3'));
  const { getPrebuildPath } = library('./binding.js') as { getPrebuildPath(): string };
  const module = {
    get exports() {
      hold();
      return {};
    },
  };
  process.dlopen(module, getPrebuildPath());
} else {
  const db = new Database(':memory:');
  db.function('hold', () => {
    hold();
    return 1;
  });
  db.prepare('SELECT hold()').get();
}
new Database(':memory:').close();
Atomics.store(cells, 2, 1);
