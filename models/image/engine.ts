import { type DecodedImage, EngineError, type ImageEngine } from '../ports.ts';
import { ownedBytes, ownedRaster } from '../runtime/owned.ts';
import type { WorkerPool } from '../runtime/pool.ts';
import { SharedMemory } from '../runtime/shared-memory.ts';
import { besideModule } from '../threads/beside.ts';
import { isDecodedImage, isInspectedImage, isJpeg } from './answer.ts';
import type { DecodeInput } from './options.ts';

/** The script for the pool that serves the image and the quality engine. */
export const PICTURE_WORKER = besideModule(import.meta.url, 'worker');

/** Files of pictures to rasters, and rasters to JPEG files, in the workers of `pool`, each call within `timeoutMs`. */
export function createImageEngine(pool: WorkerPool, timeoutMs: number): ImageEngine {
  const shared = new SharedMemory();
  const decode = (bytes: Uint8Array, order: Omit<DecodeInput, 'file'>): Promise<DecodedImage> => {
    const file = ownedBytes(bytes);
    const input: DecodeInput = { file, ...order };
    return pool.call('decode', input, { timeoutMs, transfer: [file.buffer], isAnswer: isDecodedImage });
  };
  return {
    inspect: (head) => {
      const input = ownedBytes(head);
      return pool.call('inspect', input, { timeoutMs, transfer: [input.buffer], isAnswer: isInspectedImage });
    },
    decode: (file, { lent = false } = {}) =>
      lent ? decodeLent(shared, (memory) => decode(file, { lent, memory })) : decode(file, { lent, memory: null }),
    show: (image, showing) => {
      const { input, transfer } = ownedRaster(image);
      return pool.call('show', { image: input, showing }, { timeoutMs, transfer, isAnswer: isJpeg });
    },
  };
}

async function decodeLent(
  shared: SharedMemory,
  decode: (memory: SharedArrayBuffer | null) => Promise<DecodedImage>,
): Promise<DecodedImage> {
  const memory = shared.take();
  const decoded = await decode(memory).catch((error: unknown) => {
    // Who refused the file is done with it; a worker that is being ended may still write.
    if (memory && error instanceof EngineError && error.failure === 'bad_input') shared.giveBack(memory);
    throw error;
  });
  const { pixels } = decoded.image;
  if (memory && pixels.length > memory.byteLength) shared.giveBack(memory);
  let lent = pixels.buffer instanceof SharedArrayBuffer ? pixels.buffer : null;
  const giveBack = (): void => {
    if (lent) shared.giveBack(lent);
    lent = null;
  };
  return { ...decoded, giveBack };
}
