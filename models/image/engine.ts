import { z } from 'zod';
import {
  type DecodedImage,
  EngineError,
  IMAGE_FORMATS,
  type ImageEngine,
  type InspectedImage,
  type RasterImage,
} from '../ports.ts';
import { accepting, RASTER, SIZE } from '../runtime/answers.ts';
import { ownedBytes, ownedRaster } from '../runtime/owned.ts';
import type { WorkerPool } from '../runtime/pool.ts';
import { SharedMemory } from '../runtime/shared-memory.ts';
import { besideModule } from '../threads/beside.ts';
import type { DecodeInput } from './options.ts';

/** The worker script for the pool that serves the image and the quality engine. */
export const PICTURE_WORKER = besideModule(import.meta.url, 'worker');

/** Decodes picture files to rasters and encodes rasters as JPEG files, in the workers of `pool`, each call within `timeoutMs`. */
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
    decodeJpeg2000: (bytes) => {
      const file = ownedBytes(bytes);
      return pool.call('decodeJpeg2000', file, {
        timeoutMs,
        transfer: [file.buffer],
        isAnswer: accepting<RasterImage>(RASTER),
      });
    },
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
    // A worker that refused the file is done with the memory; a worker that is being ended may still write to it.
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

/** The start of every JPEG file (ITU-T T.81, B.1.1.3: start of image, and the next marker). */
const JPEG_START = [0xff, 0xd8, 0xff];

const HEADER = SIZE.extend({ format: z.enum(IMAGE_FORMATS) });
const isInspectedImage = accepting<InspectedImage>(HEADER.extend({ pages: z.int().min(1) }));
const isDecodedImage = accepting<DecodedImage>(z.object({ image: RASTER, original: HEADER, damaged: z.boolean() }));

function isJpeg(answer: unknown): answer is Uint8Array {
  return answer instanceof Uint8Array && JPEG_START.every((byte, at) => answer[at] === byte);
}
