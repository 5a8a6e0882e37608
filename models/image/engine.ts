import type { ImageEngine } from '../ports.ts';
import { besideModule } from '../runtime/beside.ts';
import { ownedBytes, ownedRaster } from '../runtime/owned.ts';
import type { WorkerPool } from '../runtime/pool.ts';
import { isDecodedImage, isImageHeader, isJpeg } from './answer.ts';

/** The script for the pool that serves the image and the quality engine. */
export const PICTURE_WORKER = besideModule(import.meta.url, 'worker');

/** JPEG and PNG files to rasters, and rasters to JPEG files, in the workers of `pool`, each call within `timeoutMs`. */
export function createImageEngine(pool: WorkerPool, timeoutMs: number): ImageEngine {
  const call = <T>(operation: string, bytes: Uint8Array, isAnswer: (answer: unknown) => answer is T): Promise<T> => {
    const input = ownedBytes(bytes);
    return pool.call(operation, input, { timeoutMs, transfer: [input.buffer], isAnswer });
  };
  return {
    inspect: (head) => call('inspect', head, isImageHeader),
    decode: (file) => call('decode', file, isDecodedImage),
    show: (image, showing) => {
      const { input, transfer } = ownedRaster(image);
      return pool.call('show', { image: input, showing }, { timeoutMs, transfer, isAnswer: isJpeg });
    },
  };
}
