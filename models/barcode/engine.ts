import type { BarcodeEngine } from '../ports.ts';
import { ownedRaster } from '../runtime/owned.ts';
import type { WorkerPool } from '../runtime/pool.ts';
import { besideModule } from '../threads/beside.ts';
import { isBarcodeReading } from './answer.ts';

/** The script for the pool of the barcode engine. */
export const BARCODE_WORKER = besideModule(import.meta.url, 'worker');

/** All barcodes of a picture, in the workers of `pool`, each call within `timeoutMs`. */
export function createBarcodeEngine(pool: WorkerPool, timeoutMs: number): BarcodeEngine {
  return {
    read: (image) => {
      const { input, transfer } = ownedRaster(image);
      return pool.call('read', input, { timeoutMs, transfer, isAnswer: isBarcodeReading(image) });
    },
  };
}
