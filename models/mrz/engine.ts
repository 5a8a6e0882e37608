import type { MrzEngine, ZoneReading } from '../ports.ts';
import { besideModule } from '../runtime/beside.ts';
import { ownedRaster } from '../runtime/owned.ts';
import type { WorkerPool } from '../runtime/pool.ts';

/** The script for the pool of the zone reader. */
export const MRZ_WORKER = besideModule(import.meta.url, 'worker');

/** The machine-readable zone of a picture, in the workers of `pool`, each call within `timeoutMs`. */
export function createMrzEngine(pool: WorkerPool, timeoutMs: number): MrzEngine {
  return {
    read: (image) => {
      const { input, transfer } = ownedRaster(image);
      return pool.call('read', input, { timeoutMs, transfer }) as Promise<ZoneReading | null>;
    },
  };
}
