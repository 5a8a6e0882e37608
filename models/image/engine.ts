import type { DecodedImage, ImageEngine, ImageHeader } from '../ports.ts';
import { besideModule } from '../runtime/beside.ts';
import { ownedBytes, ownedRaster } from '../runtime/owned.ts';
import type { WorkerPool } from '../runtime/pool.ts';

/** The script for the pool that serves the image and the quality engine. */
export const PICTURE_WORKER = besideModule(import.meta.url, 'worker');

/** JPEG and PNG files to rasters, and rasters to JPEG files, in the workers of `pool`, each call within `timeoutMs`. */
export function createImageEngine(pool: WorkerPool, timeoutMs: number): ImageEngine {
  const call = (operation: string, bytes: Uint8Array): Promise<unknown> => {
    const input = ownedBytes(bytes);
    return pool.call(operation, input, { timeoutMs, transfer: [input.buffer] });
  };
  return {
    inspect: (head) => call('inspect', head) as Promise<ImageHeader>,
    decode: (file) => call('decode', file) as Promise<DecodedImage>,
    show: (image, showing) => {
      const { input, transfer } = ownedRaster(image);
      return pool.call('show', { image: input, showing }, { timeoutMs, transfer }) as Promise<Uint8Array>;
    },
  };
}
